import { expect, it } from 'vitest'
import { runSiege } from './run-siege.ts'

it('honest parties are served while others misbehave, and nothing restarts', async () => {
  const { siege, attacks, harm } = await runSiege({ quietMs: 1_000, siegeMs: 6_000, applications: false })
  expect(harm).toEqual([])
  expect(Object.keys(attacks).length).toBeGreaterThan(5)
  for (const { name, calls, failed } of siege) {
    expect(calls, name).toBeGreaterThan(0)
    expect(failed, name).toBe(0)
  }
})
