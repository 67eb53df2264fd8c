import { expect, it } from 'vitest'
import { stopPromotion, wavePlanOf } from './promotion.ts'

it('waves are rising shares that end with everybody; without them a release is promoted at once', () => {
  expect(wavePlanOf({})).toBeUndefined()
  expect(wavePlanOf({ waves: '5, 25,100', everyHours: '6', maxIncrease: '5' })).toEqual({
    waves: [5, 25, 100],
    everyHours: 6,
    gates: { maxIncrease: 5 },
  })
  expect(wavePlanOf({ waves: '100' })).toMatchObject({ everyHours: 24, gates: {} })
  for (const waves of ['', '5,25', 'x,100', '0,100', '5.5,100', '50,25,100', '100,100'])
    expect(() => wavePlanOf({ waves })).toThrow(/no waves/)
})

it('a gate or a pause that is no number is refused before anything is asked for', () => {
  for (const wrong of [{ maxErrors: 'x' }, { maxIncrease: '' }, { maxTotalChange: '-1' }, { everyHours: 'daily' }])
    expect(() => wavePlanOf({ waves: '100', ...wrong })).toThrow(/is not a number for --/)
})

it('a promotion is not stopped without a person to ask, unless --yes says so', async () => {
  await expect(stopPromotion({ interactive: false } as never, '1.4.0', {})).rejects.toThrow(/--yes is missing/)
})
