import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issueKey } from '../route/key.ts'
import { createMask } from './mask.ts'

const hideTokens = createMask([])

/** What applications make of a text: every way in which a secret may come back. */
const wellFormed = (secret: string) => secret.toWellFormed()
const percent = (secret: string) =>
  [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const ascii = (secret: string) =>
  JSON.stringify(secret).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const escaped = (secret: string) =>
  [...Array(secret.length).keys()].map((at) => `\\u${secret.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')
const encodings: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  'in JSON': (secret) => JSON.stringify(secret).slice(1, -1),
  'in JSON of ASCII': (secret) => ascii(secret).slice(1, -1),
  'in JSON with escaped slashes': (secret) => JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  'in JSON, every character': escaped,
  'in JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  'in an address': (secret) => encodeURIComponent(wellFormed(secret)),
  'in an address, in lower case': (secret) =>
    encodeURIComponent(wellFormed(secret)).replace(/%../g, (part) => part.toLowerCase()),
  'in an address, every byte': percent,
  'in a form': (secret) => new URLSearchParams({ a: wellFormed(secret) }).toString().slice(2),
  'in JSON in an address': (secret) => encodeURIComponent(JSON.stringify(wellFormed(secret)).slice(1, -1)),
  'in an address twice': (secret) => encodeURIComponent(encodeURIComponent(wellFormed(secret))),
}

describe('a listed secret is hidden', () => {
  const secret = fc.oneof(
    fc.string({ minLength: 8, maxLength: 40 }),
    fc.string({ minLength: 8, maxLength: 40, unit: 'grapheme' }),
  )
  for (const [how, encode] of Object.entries(encodings)) {
    it(how, () => {
      fc.assert(
        fc.property(secret, (value) => {
          expect(createMask([value])(`<${encode(value)}>`)).toBe('<[secret]>')
        }),
      )
    })
  }

  it('in base64 of either alphabet, at any place', () => {
    fc.assert(
      fc.property(secret, fc.string({ maxLength: 5 }), (value, before) => {
        for (const alphabet of ['base64', 'base64url'] as const) {
          const encoded = Buffer.from(`${before}${value}tail`).toString(alphabet)
          expect(createMask([value])(encoded)).not.toBe(encoded)
          expect(createMask([value])(encodeURIComponent(encoded))).not.toBe(encodeURIComponent(encoded))
        }
      }),
    )
  })

  it('in base64 that is broken into lines, as mail and PEM do, however they end and are indented', () => {
    const width = fc.constantFrom(60, 64, 72, 76)
    const end = fc.constantFrom('\n', '\r\n', '\n    ', '\r\n\t')
    const long = fc.string({ minLength: 8, maxLength: 200 })
    const around = fc.string({ maxLength: 90 })
    fc.assert(
      fc.property(long, around, width, end, (value, before, columns, newline) => {
        const mask = createMask([value])
        const encoded = Buffer.from(`${before}${value}tail`).toString('base64')
        const lines = encoded.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []
        const left = (shown: string) => shown.replaceAll(newline, '').replaceAll('[secret]', '')
        for (const text of [lines.join(newline), JSON.stringify(lines.join(newline))]) {
          const shown = mask(text)
          expect(shown).toContain('[secret]')
          expect(
            left(shown.replaceAll('\\r', '\r').replaceAll('\\n', '\n').replaceAll('\\t', '\t')).length,
          ).toBeLessThanOrEqual(left(mask(encoded)).length + (text.startsWith('"') ? 2 : 0))
        }
      }),
    )
  })

  it('in base64 up to the end of its line and no further', () => {
    const secret = 'a secret of twenty-four.'
    const encoded = Buffer.from(secret).toString('base64')
    expect(createMask([secret])(`${encoded.slice(0, 20)}\n  ${encoded.slice(20)}\r\nnext line`)).toBe(
      '[secret]\r\nnext line',
    )
    expect(createMask([secret])(`first\n${encoded}\nlast`)).toBe('first\n[secret]\nlast')
  })

  it('whole, when it holds another one', () => {
    expect(createMask(['abcdefgh', 'abcdefgh-ijkl'])('abcdefgh-ijkl')).toBe('[secret]')
  })
})

it('leaves short secrets and other text alone, in every alphabet', () => {
  expect(createMask(['yes'])('yes, yes')).toBe('yes, yes')
  expect(createMask(['correct horse'])('hello')).toBe('hello')
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      expect(createMask(['correct horse battery'])(text)).toBe(text.toWellFormed())
    }),
  )
})

describe('a platform key and a token of a policy system is hidden by its shape', () => {
  const signing = { id: 'abcdefgh', secret: Buffer.alloc(32) }
  const ring = { current: () => signing, find: () => signing }
  const to = { installationId: `ins_${'0'.repeat(26)}`, releaseId: `rel_${'1'.repeat(26)}`, epoch: 1 }
  const key = issueKey(ring, to, new Date(1_700_000_000_000), 4200)
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`
  const pat = `PAT_${'0123456789ABCDEFGHJKMNPQRS'}`
  const tokens = Object.entries({ key, jwt, pat })

  it.each(tokens)('wherever it stands: %s', (_name, token) => {
    expect(hideTokens(`{"echo":"${token}"} at_${token}.`)).toBe('{"echo":"[secret]"} at_[secret].')
    expect(hideTokens('a word like kilogram stays')).toBe('a word like kilogram stays')
  })

  for (const [how, encode] of Object.entries(encodings)) {
    it.each(tokens)(`${how}: %s`, (_name, token) => {
      expect(hideTokens(`<${encode(token)}>`)).toBe('<[secret]>')
    })
  }

  it.each(tokens)('in base64 of either alphabet, whatever stands before and after it: %s', (_name, token) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (before, after) => {
        for (const alphabet of ['base64', 'base64url'] as const) {
          const encoded = Buffer.concat([before, Buffer.from(` ${token} `), after]).toString(alphabet)
          const broken = encoded.replace(/.{20}/g, '$&\r\n')
          expect(hideTokens(broken)).toContain('[secret]')
          const shown = hideTokens(`path/${encoded}`)
          expect(shown).toContain('[secret]')
          expect(Buffer.from(shown.replace('path/', ''), 'base64').toString('latin1')).not.toContain(token.slice(2, 12))
        }
      }),
    )
  })

  it('as one expression for three parts and their dots would', () => {
    const expected = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g
    const piece = fc.constantFrom('eyJ', '.', '-', 'abcdefgh', 'x', ' ', '"', 'eyJhbGciOiJI')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        expect(hideTokens(text)).toBe(text.replace(expected, '[secret]'))
      }),
    )
  })
})

describe('a text that is cut', () => {
  it('shows no more of its first bytes than asked for, and no beginning of a secret at their end', () => {
    const secret = 'correct horse battery staple'
    const hide = createMask([secret])
    for (let most = 0; most <= 40; most += 1) {
      const shown = hide(`0123456789${secret}0123456789`, most)
      expect(shown).toBe(
        most <= 10 ? '0123456789'.slice(0, most) : `0123456789[secret]${'0123456789'.slice(0, Math.max(0, most - 38))}`,
      )
    }
  })

  it('is not cut through a character, and as it is where it is short enough', () => {
    expect(hideTokens('aé', 2)).toBe('a')
    expect(hideTokens('aé', 3)).toBe('aé')
    expect(hideTokens('x'.repeat(20), 16)).toBe('x'.repeat(16))
  })
})

it.each([
  'eyJ',
  '%',
  '%25',
  '\\',
  '\\u0025',
  '\\\\',
  'k',
  'PAT_',
  'A',
  'eyJaaaaaaaa.',
  'aaaaaaaa',
  '\n',
  '\r',
  '\n ',
  'YWFh\n',
])('finishes with a text that is made to be slow, because applications say what is searched: %s', (piece) => {
  // With the square of its length the test would run out of time.
  const text = piece.repeat(Math.ceil(600_000 / piece.length))
  expect(createMask(['aaaaaaaa', '\n', '\r', '\n ', 'YWFh\n'])(text).length).toBeGreaterThan(0)
})
