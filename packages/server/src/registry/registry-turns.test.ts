import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Caller } from '../domain/accounts/caller.ts'
import { createRegistryTurns } from './registry-turns.ts'

const clock = { now: () => new Date('2026-01-01T00:00:00Z') }
const key = (keyId: string, organizationId: string): Caller => ({
  kind: 'key',
  keyId,
  clientId: keyId,
  organizationId,
  organizationName: organizationId,
  scopes: ['publish'],
  sessionId: null,
})
const request = () => {
  const destroy = vi.fn()
  return { destroy, asked: { raw: { destroy } } as never }
}

/** Whether it went on at once, waits or was refused. */
async function outcome(waiting: Promise<void>): Promise<string> {
  let state = 'late'
  waiting.then(
    () => {
      state = 'at once'
    },
    () => {
      state = 'refused'
    },
  )
  await turn()
  return state
}

it('who asks the registry too often with a right key waits, and then so do others of its organization, and nobody else', async () => {
  const turns = createRegistryTurns(clock, { caller: 2, organization: 3, lateMs: 1_000, held: 1 })
  const { asked } = request()
  const ask = (caller: Caller, organizationId?: string) => outcome(turns.wait(asked, caller, organizationId))
  expect(await ask(key('first', 'acme'), 'acme')).toBe('at once')
  expect(await ask(key('first', 'acme'))).toBe('at once')
  expect(await ask(key('second', 'acme'), 'acme')).toBe('at once')
  expect(await ask(key('second', 'acme'), 'acme')).toBe('late')
  expect(await ask(key('other', 'northwind'), 'northwind')).toBe('at once')
})

it('beyond what may wait of a key its connection is broken off', async () => {
  const turns = createRegistryTurns(clock, { caller: 1, organization: 9, lateMs: 1_000, held: 1 })
  const caller = key('first', 'acme')
  await turns.wait(request().asked, caller)
  expect(await outcome(turns.wait(request().asked, caller))).toBe('late')
  const { destroy, asked } = request()
  expect(await outcome(turns.wait(asked, caller))).toBe('refused')
  expect(destroy).toHaveBeenCalled()
})

it('a request that waited goes on', async () => {
  const turns = createRegistryTurns(clock, { caller: 0, organization: 9, lateMs: 1, held: 1 })
  await expect(turns.wait(request().asked, key('first', 'acme'))).resolves.toBeUndefined()
})
