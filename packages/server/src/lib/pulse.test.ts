import { expect, it } from 'vitest'
import { createPulse } from './pulse.ts'

it('asks once for all who ask within its time, and again after it', async () => {
  let now = 0
  let asked = 0
  const probe = async () => {
    asked += 1
  }
  const pulse = createPulse(probe, { freshMs: 1_000, limitMs: 60_000, now: () => now })
  expect(await Promise.all([pulse(), pulse(), pulse()])).toEqual([{ up: true }, { up: true }, { up: true }])
  now = 999
  await pulse()
  expect(asked).toBe(1)
  now = 1_000
  await pulse()
  expect(asked).toBe(2)
})

it('gives the code of an error and never its message, which may name addresses', async () => {
  const failing = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
  }
  const pulse = createPulse(failing, { freshMs: 0, limitMs: 60_000, now: () => 0 })
  expect(await pulse()).toEqual({ up: false, reason: 'ECONNREFUSED' })
})

it('does not wait for something that hangs', async () => {
  const pulse = createPulse(() => new Promise(() => {}), { freshMs: 0, limitMs: 10, now: () => 0 })
  expect(await pulse()).toEqual({ up: false, reason: 'no answer within 0.01 s' })
})
