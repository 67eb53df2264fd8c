import { expect, it } from 'vitest'
import { createPulse } from './pulse.ts'

it('asks once for all who ask within its time, and again after it', async () => {
  let now = 0
  let asked = 0
  const probe = async () => {
    asked += 1
  }
  const pulse = createPulse(probe, { freshMs: 1_000, limitMs: 60_000, now: () => now })
  expect(await Promise.all([pulse.ask(), pulse.ask(), pulse.ask()])).toEqual([{ up: true }, { up: true }, { up: true }])
  now = 999
  await pulse.ask()
  expect(asked).toBe(1)
  now = 1_000
  await pulse.ask()
  expect(asked).toBe(2)
})

it('gives the code of an error and never its message, which may name addresses', async () => {
  const failing = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
  }
  const pulse = createPulse(failing, { freshMs: 0, limitMs: 60_000, now: () => 0 })
  expect(await pulse.ask()).toEqual({ up: false, reason: 'ECONNREFUSED' })
})

it('does not wait for something that hangs', async () => {
  const pulse = createPulse(() => new Promise(() => {}), { freshMs: 0, limitMs: 10, now: () => 0 })
  expect(await pulse.ask()).toEqual({ up: false, reason: 'no answer within 0.01 s' })
})

it('starts no probe while a former one is pending, and takes its late answer', async () => {
  let now = 0
  const probes: (() => void)[] = []
  const probe = () => new Promise<void>((resolve) => void probes.push(resolve))
  const pulse = createPulse(probe, { freshMs: 1_000, limitMs: 10, now: () => now })
  const silent = { up: false, reason: 'no answer within 0.01 s' }
  expect(await pulse.ask()).toEqual(silent)
  now = 60_000
  expect(await pulse.ask()).toEqual(silent)
  expect(probes).toHaveLength(1)
  probes[0]?.()
  await expect.poll(() => pulse.ask()).toEqual({ up: true })
  expect(probes).toHaveLength(1)
})

it('gives what it last knew to those who do not wait for a fresh answer', async () => {
  let now = 0
  let silent = false
  const probe = () => (silent ? new Promise(() => {}) : Promise.resolve())
  const pulse = createPulse(probe, { freshMs: 1_000, limitMs: 60_000, now: () => now })
  expect(await pulse.known(1_000)).toEqual({ up: true })
  silent = true
  now = 1_000
  expect(await pulse.known(1)).toEqual({ up: true })
  const other = createPulse(probe, { freshMs: 1_000, limitMs: 60_000, now: () => now })
  expect(await other.known(1)).toEqual({ up: false, reason: 'no answer yet' })
})
