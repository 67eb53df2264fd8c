import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createMask } from './mask.ts'

it('hides a secret plain, JSON-escaped, URL-encoded and in base64 at any place', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 40 }), fc.string({ maxLength: 5 }), (secret, before) => {
      for (const text of [secret, JSON.stringify(secret), encodeURIComponent(secret)]) {
        expect(createMask([secret])(before + text)).not.toContain(text)
      }
      const encoded = Buffer.from(`${before}${secret}tail`).toString('base64')
      expect(createMask([secret])(encoded)).not.toBe(encoded)
    }),
  )
})

it('leaves short secrets and other text alone', () => {
  expect(createMask(['yes'])('yes, yes')).toBe('yes, yes')
  expect(createMask(['correct horse'])('hello')).toBe('hello')
})

it('hides the longer one of two that overlap', () => {
  expect(createMask(['abcdefgh', 'abcdefgh-ijkl'])('abcdefgh-ijkl')).toBe('[secret]')
})
