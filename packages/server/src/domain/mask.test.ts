import fc from 'fast-check'
import { expect, it } from 'vitest'
import { issueKey } from './key.ts'
import { createMask, hideShapes } from './mask.ts'

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

it('hides tokens of three parts wherever they stand, as one expression for all of it would', () => {
  const expected = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g
  const piece = fc.constantFrom('eyJ', '.', '-', 'abcdefgh', 'x', ' ', '"', 'eyJhbGciOiJI')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      expect(hideShapes(text)).toBe(text.replace(expected, '[secret]'))
    }),
  )
})

it('finishes with a text that is made to be slow, because applications say what is searched', () => {
  // With the square of its length the test would run out of time.
  const text = 'eyJ'.repeat(300_000)
  expect(hideShapes(text)).toBe(text)
})

it('hides a key of ours and a token of a policy system by their shape, wherever they stand', () => {
  const signing = { id: 'abcdefgh', secret: Buffer.alloc(32) }
  const ring = { current: () => signing, find: () => signing }
  const to = { installationId: `ins_${'0'.repeat(26)}`, releaseId: `rel_${'1'.repeat(26)}`, epoch: 1 }
  const key = issueKey(ring, to, new Date(1_700_000_000_000), 4200)
  const jwt = `eyJhbGciOiJIUzI1NiJ9.${'a'.repeat(40)}.${'b'.repeat(43)}`
  const pat = `PAT_${'0123456789ABCDEFGHJKMNPQRS'}`
  for (const secret of [key, jwt, pat]) {
    expect(hideShapes(`{"echo":"${secret}"} at_${secret}.`)).toBe('{"echo":"[secret]"} at_[secret].')
  }
  expect(hideShapes('a word like kilogram stays')).toBe('a word like kilogram stays')
})
