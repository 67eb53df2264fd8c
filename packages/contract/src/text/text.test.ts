import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'
import { reasonText } from './reason-text.ts'
import { withoutMarkup } from './without-markup.ts'

const ESC = '\u001b'

describe('plain text', () => {
  it('has no colours, movements, titles or links of a terminal', () => {
    expect(plainText(`${ESC}[31;1mred${ESC}[0m`)).toBe('red')
    expect(plainText(`a${ESC}[2J${ESC}[Hb`)).toBe('ab')
    expect(plainText(`${ESC}]0;title\u0007text`)).toBe('text')
    expect(plainText(`${ESC}]8;;https://evil.example${ESC}\\link${ESC}]8;;${ESC}\\`)).toBe('link')
    expect(plainText(`${ESC}P1$r0m${ESC}\\x`)).toBe('x')
    expect(plainText(`${ESC}(Bx${ESC}c`)).toBe('x')
  })

  it('has none of the one-byte forms either', () => {
    expect(plainText('\u009b31mred\u009b0m')).toBe('red')
    expect(plainText('\u009d0;title\u009ctext')).toBe('text')
  })

  it('has nothing of a sequence that is cut off', () => {
    expect(plainText(`x${ESC}`)).toBe('x')
    expect(plainText(`x${ESC}[31`)).toBe('x')
    expect(plainText(`x${ESC}]0;title`)).toBe('x')
  })

  it('keeps line feeds, tabs, accents and emoji; a carriage return does not write over the line', () => {
    expect(plainText('a\tb\r\nc\rd')).toBe('a\tb\nc\nd')
    expect(plainText('Zürich 👩‍👩‍👧 日本')).toBe('Zürich 👩‍👩‍👧 日本')
  })

  it('never holds a control character that a terminal acts on, and cleaning it again changes nothing', () => {
    const piece = fc.constantFrom(
      ESC,
      '[',
      ']',
      '31m',
      '\u0007',
      '\u009b',
      '\u009d',
      '\u009c',
      '\\',
      'x',
      '\r',
      '\u202e',
      '\b',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 20 }),
        (parts) => {
          const clean = plainText(parts.join(''))
          expect(
            [...clean].filter((one) => /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(one) && one !== '\n' && one !== '\t'),
          ).toEqual([])
          expect(plainText(clean)).toBe(clean)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a page of HTML', () => {
  it('is reduced to its words', () => {
    const page = `<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title><style>h1{color:red}</style></head>
      <body><!-- padding --><h1>502 Bad&nbsp;Gateway</h1><hr><center>nginx &amp; friends</center><script>alert(1)</script></body></html>`
    expect(withoutMarkup(page)).toBe('502 Bad Gateway nginx & friends')
    expect(withoutMarkup('<html><head><title>Not &lt;here&gt;</title></head></html>')).toBe('Not <here>')
  })

  it('keeps words together that only change their looks', () => {
    expect(withoutMarkup('<p>half<b>-way</b> <a href="x">there</a></p><p>next</p>')).toBe('half-way there next')
  })

  it('is told from a text that only has angle brackets', () => {
    for (const text of ['a < b and c > d', '{"error":"x<y"}', 'use <name>', 'Error: expected <id>'])
      expect(withoutMarkup(text)).toBe(text)
  })

  it('in a reason brings no escape sequence back by way of its entities', () => {
    expect(reasonText('<p>&#27;[31mred&#x1b;[0m</p>', 100)).toBe('red')
  })
})

it('a reason is cut with a sign that it goes on', () => {
  expect(reasonText(`  ${'x'.repeat(20)}  `, 10)).toBe(`${'x'.repeat(10)}…`)
  expect(reasonText('short', 10)).toBe('short')
})

it('what somebody else answered is read in time that grows with its length, whatever its markup', () => {
  const begun = process.threadCpuUsage()
  for (const part of [
    '<title',
    '<a ',
    '</a ',
    '<b\n',
    '<!--',
    '<head',
    '</head  ',
    '&#',
    '\u009d',
    '\u001b[0',
    ' ',
    '<',
  ])
    reasonText(`<html>${part.repeat((128 * 1024) / part.length)}x`, 1_000)
  expect(process.threadCpuUsage(begun).user / 1000).toBeLessThan(2_000)
})
