import { Failure } from '@mkt/contract/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Caller, nobody } from '../../domain/accounts/caller.ts'
import { openFollower } from './open-follower.ts'

const caller: Caller = {
  kind: 'key',
  keyId: 'key_1',
  clientId: 'mkt_1',
  organizationId: 'org_1',
  organizationName: 'acme',
  scopes: ['publish'],
  sessionId: null,
}
const ended = vi.fn()
const identify = vi.fn<() => Promise<Caller>>()
const open = () => openFollower({ caller, topics: new Set(['listing']), heartbeatMs: 1_000, identify, ended })

beforeEach(() => {
  vi.useFakeTimers()
  ended.mockReset()
  identify.mockReset().mockResolvedValue(caller)
})
afterEach(() => void vi.useRealTimers())

it('a follower gets events, and a sign of life in between', async () => {
  const follower = open()
  follower.send('change', { topic: 'listing', id: 'lst_1' })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(String(follower.stream.read())).toBe(
    'retry: 2000\n\nevent: change\ndata: {"topic":"listing","id":"lst_1"}\n\n: still here\n\n',
  )
  follower.end()
})

it('a follower is who it is by now: a role taken away is taken away here', async () => {
  const follower = open()
  const lesser = { ...caller, scopes: [] }
  identify.mockResolvedValue(lesser)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(follower.caller).toEqual(lesser)
  follower.end()
})

it.each([
  ['whose session ended', () => Promise.resolve(nobody)],
  ['whose key was revoked', () => Promise.reject(new Failure('credentials_wrong', 'gone'))],
])('a follower %s is ended, once', async (_who, answer) => {
  const follower = open()
  identify.mockImplementation(answer)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(follower.stream.writableEnded).toBe(true)
  follower.end()
  expect(ended).toHaveBeenCalledExactlyOnceWith(follower)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(identify).toHaveBeenCalledTimes(1)
})

it('a follower goes on while the database is away, and is asked about once at a time', async () => {
  const follower = open()
  const slow = Promise.withResolvers<Caller>()
  identify.mockReturnValue(slow.promise)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(identify).toHaveBeenCalledTimes(1)
  slow.reject(new Error('the database is away'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(identify).toHaveBeenCalledTimes(2)
  expect(ended).not.toHaveBeenCalled()
  follower.end()
})

it('a follower that does not read is cut off before it costs much memory', () => {
  const follower = open()
  for (let sent = 0; sent < 600 && !follower.stream.destroyed; sent += 1)
    follower.send('change', { id: 'x'.repeat(1_000) })
  expect(follower.stream.destroyed).toBe(true)
  expect(follower.stream.writableLength).toBeLessThan(300_000)
})
