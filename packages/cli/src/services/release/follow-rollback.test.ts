import type { Client } from '@mkt/contract/client'
import { expect, it } from 'vitest'
import { followRollback } from './follow-rollback.ts'
import type { Release } from './releases.ts'

const superseded = { id: 'rel_1', version: '1.0.0', state: 'SUPERSEDED', imageDigest: 'sha256:x', rollback: null }
const pending = { ...superseded, rollback: { state: 'PENDING', askedAt: '2026-01-01T00:00:00Z', reason: null } }
const failed = { ...superseded, rollback: { ...pending.rollback, state: 'FAILED', reason: 'It never answered.' } }
const live = { ...superseded, state: 'LIVE' }

/** A platform that shows the release as told, one answer after the other. */
function follow(first: object, answers: object[] = [], signal = new AbortController().signal) {
  const client = { getRelease: async () => answers.shift() ?? first } as unknown as Client
  return followRollback(client, first as Release, { signal, extra: {}, everyMs: 1 })
}

it('ends at once when the release is LIVE', async () => {
  expect(await follow(live)).toEqual(live)
})

it('waits while the rollback is pending and ends with the release LIVE', async () => {
  expect(await follow(pending, [pending, pending, live])).toEqual(live)
})

it('fails with the reason when the deployment did not become healthy, and says what to do', async () => {
  await expect(follow(pending, [pending, failed])).rejects.toMatchObject({
    code: 'rollback_failed',
    exit: 1,
    message: expect.stringContaining('It never answered.'),
    fix: expect.stringContaining('Try again'),
    extra: { release: { id: 'rel_1', version: '1.0.0', state: 'SUPERSEDED', imageDigest: 'sha256:x' } },
  })
})

it('fails when another release was asked for meanwhile', async () => {
  await expect(follow(pending, [superseded])).rejects.toMatchObject({ code: 'rollback_overtaken', exit: 1 })
})

it('says on an interrupt that the rollback goes on', async () => {
  await expect(follow(pending, [], AbortSignal.abort())).rejects.toMatchObject({ code: 'interrupted', exit: 1 })
})
