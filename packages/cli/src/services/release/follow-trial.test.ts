import type { Client } from '@mkt/contract/client'
import { expect, it } from 'vitest'
import { followTrial, passed, type Trial } from './follow-trial.ts'

const trial = (change: Partial<Trial>): Trial =>
  ({ id: 'tri_1', state: 'WAITING', done: 0, failedGates: null, ...change }) as Trial

it('follows a trial until it has ended and tells how far it is, each number once', async () => {
  const running = trial({ state: 'RUNNING', done: 3 })
  const states = [running, running, trial({ state: 'DONE', failedGates: [] })]
  const client = { getTrial: async () => states.shift() } as unknown as Client
  const seen: string[] = []
  const options = {
    signal: new AbortController().signal,
    everyMs: 0,
    onProgress: ({ state }: Trial) => seen.push(state),
  }
  expect((await followTrial(client, trial({}), options)).state).toBe('DONE')
  expect(seen).toEqual(['WAITING', 'RUNNING'])
})

it('a release passes when its trial was carried out and every gate holds', () => {
  expect(passed(trial({ state: 'DONE', failedGates: [] }))).toBe(true)
  expect(passed(trial({ state: 'DONE', failedGates: [{ gate: 'maxErrors', limit: 0, actual: 1 }] }))).toBe(false)
  expect(passed(trial({ state: 'FAILED' }))).toBe(false)
})
