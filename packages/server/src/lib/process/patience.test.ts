import { expect, it } from 'vitest'
import { createPatience } from './patience.ts'

it('what is in progress when a process ends has 35 s, counted for all parts from the first that closes, and never less than 5 s', () => {
  let now = 1_000
  const patience = createPatience(() => now)
  now += 60_000
  expect(patience.leftMs()).toBe(35_000)
  patience.begin()
  now += 20_000
  patience.begin()
  expect(patience.leftMs()).toBe(15_000)
  now += 20_000
  expect(patience.leftMs()).toBe(5_000)
})
