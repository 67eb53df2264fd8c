import { expect, it } from 'vitest'
import { runSiege } from './run-siege.ts'

it('honest parties are served while others misbehave, and nothing restarts', async () => {
  // Making hostile images takes longer than this short form; the suites of images attack with them.
  const without = ['hostile layers']
  const { siege, attacks, harm } = await runSiege({ quietMs: 1_000, siegeMs: 6_000, applications: false, without })
  expect(harm).toEqual([])
  expect(Object.keys(attacks).length).toBeGreaterThan(5)
  for (const { name, calls, failed } of siege) {
    expect(calls, name).toBeGreaterThan(0)
    expect(failed, name).toBe(0)
  }
})
