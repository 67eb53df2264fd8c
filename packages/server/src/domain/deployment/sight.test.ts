import type { Observation } from '@mkt/engines'
import { expect, it } from 'vitest'
import { sightOf } from './sight.ts'

const at = new Date('2026-01-01T00:00:00Z')
const seen: Observation = {
  instanceId: 'inst_1',
  deploymentId: 'dep_1',
  status: 'running',
  address: 'unix:/a',
  startedAt: at,
  exit: null,
}
const quiet = { isStarting: false, failure: undefined }

it('an instance that the engine does not know is absent, unless its start is in progress', () => {
  expect(sightOf(null, quiet)).toEqual({ status: 'absent' })
  expect(sightOf(null, { ...quiet, isStarting: true })).toEqual({ status: 'starting', waiting: null })
})

it('a start that failed ends the instance with its reason, whatever the engine says', () => {
  const failed = { isStarting: false, failure: 'It could not be started: no image' }
  for (const observation of [null, seen])
    expect(sightOf(observation, failed)).toEqual({ status: 'stopped', reason: 'It could not be started: no image' })
})

it('an instance runs once the engine knows where it is reached', () => {
  expect(sightOf(seen, quiet)).toEqual({ status: 'running', address: 'unix:/a' })
  expect(sightOf({ ...seen, address: null }, quiet)).toEqual({ status: 'starting', waiting: null })
})

it('an instance that waits says what for, where the engine knows', () => {
  const waits = { ...seen, status: 'starting', address: null } as const
  expect(sightOf({ ...waits, waiting: 'no node has room' }, quiet)).toEqual({
    status: 'starting',
    waiting: 'no node has room',
  })
  expect(sightOf(waits, quiet)).toEqual({ status: 'starting', waiting: null })
})

it('an ended instance has the reason of its end', () => {
  const exit = { code: 1, reason: 'It exited with code 1.', outOfMemory: false, at }
  const ended = { ...seen, status: 'stopped', address: null } as const
  expect(sightOf({ ...ended, exit }, quiet)).toEqual({ status: 'stopped', reason: 'It exited with code 1.' })
  expect(sightOf(ended, quiet)).toEqual({ status: 'stopped', reason: 'It ended.' })
})
