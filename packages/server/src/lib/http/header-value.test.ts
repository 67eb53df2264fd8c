import { validateHeaderValue } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerValue, isHeaderValue } from './header-value.ts'

describe('a header value', () => {
  test('that every parser accepts stays as it is', () => {
    for (const text of ['', 'tenant.example.com', 'two words', '50%', 'a\tb']) expect(headerValue(text)).toBe(text)
  })

  test.each([
    ['an arrow', 'evil→.test', 'evil%E2%86%92.test'],
    ['a line end', 'a\r\nx-mkt-key: b', 'a%0D%0Ax-mkt-key: b'],
    ['NUL', 'a\0b', 'a%00b'],
    ['a lone surrogate', 'a\ud800', 'a%EF%BF%BD'],
    ['a character of four bytes', '💧', '%F0%9F%92%A7'],
    ['Latin-1, which readers decode differently', 'münchen.test', 'm%C3%BCnchen.test'],
    ['a space at the end, which a parser would drop', 'a ', 'a%20'],
    ['a percent sign beside something else, so that it can be decoded', '1%→', '1%25%E2%86%92'],
  ])('with %s is percent-encoded', (_, text, safe) => {
    expect(headerValue(text)).toBe(safe)
    expect(isHeaderValue(text)).toBe(false)
  })

  test('is never longer than 2,000 characters', () => {
    expect(headerValue('a'.repeat(100_000))).toHaveLength(2_000)
    expect(headerValue('→'.repeat(100_000)).length).toBeLessThanOrEqual(2_000)
  })

  test('is accepted by the HTTP parser whatever the text was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const safe = headerValue(text)
        expect(() => validateHeaderValue('x-name', safe)).not.toThrow()
        expect(safe).toMatch(/^[\x20-\x7e\t]*$/)
        expect(headerValue(safe)).toBe(safe)
      }),
    )
  })
})
