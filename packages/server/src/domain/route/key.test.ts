import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from '../../testing/platform/new-id.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { issueKey, keyEndsAt, readKey, sliceMs } from './key.ts'

const first = { id: 'aaaaaaaa', secret: Buffer.alloc(32, 1) }
const second = { id: 'bbbbbbbb', secret: Buffer.alloc(32, 2) }
const ring = (...keys: (typeof first)[]): KeyRing => ({
  current: () => keys[0] ?? first,
  find: (id) => keys.find((key) => key.id === id),
})
const to = { installationId: newId('ins'), releaseId: newId('rel'), epoch: 3 }
const now = new Date('2026-03-01T10:07:00Z')

describe('a key', () => {
  it('has at most 128 URL-safe characters and holds no id of a route', () => {
    expect(issueKey(ring(first), to, now, 4200)).toMatch(/^[A-Za-z0-9_-]{1,128}$/)
  })

  it('is the same within its slice and another one after it', () => {
    const at = (time: string) => issueKey(ring(first), to, new Date(time), 4200)
    expect(at('2026-03-01T10:00:00Z')).toBe(at('2026-03-01T10:09:59Z'))
    expect(at('2026-03-01T10:10:00Z')).not.toBe(at('2026-03-01T10:09:59Z'))
  })

  it('ends 70 minutes after the start of its slice', () => {
    const facts = readKey(ring(first), issueKey(ring(first), to, now, 4200))
    expect(facts).toMatchObject(to)
    expect(facts && new Date(keyEndsAt(facts, 4200)).toISOString()).toBe('2026-03-01T11:10:00.000Z')
  })

  it('verifies with a former signing key, and not with one that is gone', () => {
    const key = issueKey(ring(first), to, now, 4200)
    expect(readKey(ring(second, first), key)).toMatchObject(to)
    expect(readKey(ring(second), key)).toBeUndefined()
  })

  it('is unknown when any character is changed', () => {
    const key = issueKey(ring(first), to, now, 4200)
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom(...'abc019zAZ_-. /é'), (index, character) => {
        const changed = key.slice(0, index) + character + key.slice(index + 1)
        expect(readKey(ring(first), changed) === undefined).toBe(changed !== key)
      }),
    )
  })
})

it('a slice is a seventh of the life of a key, at most ten minutes', () => {
  expect(sliceMs(4200)).toBe(600_000)
  expect(sliceMs(70)).toBe(10_000)
  expect(sliceMs(100_000)).toBe(600_000)
})
