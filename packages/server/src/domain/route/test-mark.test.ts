import { expect, it } from 'vitest'
import type { SigningKey } from '../platform/key-ring.ts'
import { issueTestMark, isTestMark } from './test-mark.ts'

const ringOf = (key: SigningKey) => ({ current: () => key, find: (id: string) => (id === key.id ? key : undefined) })
const ring = ringOf({ id: 'abcdefgh', secret: Buffer.alloc(32, 1) })
const now = new Date('2026-03-01T10:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

it('a mark is good on its route and for five minutes', () => {
  const mark = issueTestMark(ring, 'r1', now)
  expect(isTestMark(ring, mark, 'r1', later(5))).toBe(true)
  expect(isTestMark(ring, mark, 'r1', later(6))).toBe(false)
  expect(isTestMark(ring, mark, 'r2', now)).toBe(false)
})

it('what another signed, changed or made up is no mark', () => {
  const mark = issueTestMark(ring, 'r1', now)
  const stranger = ringOf({ id: 'abcdefgh', secret: Buffer.alloc(32, 2) })
  expect(isTestMark(ring, issueTestMark(stranger, 'r1', now), 'r1', now)).toBe(false)
  expect(isTestMark(ring, `${mark.slice(0, 8)}0000000000${mark.slice(18)}`, 'r1', now)).toBe(false)
  for (const made of ['', '1', 'true', `${mark} `]) expect(isTestMark(ring, made, 'r1', now)).toBe(false)
})
