import { expect, it } from 'vitest'
import { wavePlan } from './wave-plan.ts'

it('a promotion without waves reaches everybody at once: an empty body says the same as none', () => {
  expect(wavePlan.parse({})).toEqual({})
  for (const body of [{ everyHours: 6 }, { gates: { maxErrors: 0 } }, { gates: {} }])
    expect(wavePlan.safeParse(body)).toMatchObject({ success: false, error: { issues: [{ path: ['waves'] }] } })
})

it('waves are rising shares that end with everybody; the time between them may be left out', () => {
  expect(wavePlan.safeParse({ waves: [5, 25, 100] }).success).toBe(true)
  for (const waves of [[], [5, 25], [25, 5, 100], [0, 100], [5.5, 100]])
    expect(wavePlan.safeParse({ waves }).success).toBe(false)
})
