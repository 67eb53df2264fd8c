import { expect, it } from 'vitest'
import { bandOf, bands } from './bands.ts'

it.each([
  [-100, '≤ −25'],
  [-25, '≤ −25'],
  [-24.9, '−25…−10'],
  [-10, '−25…−10'],
  [-5, '−10…−5'],
  [-1, '−5…−1'],
  [-0.9, 'unchanged'],
  [0, 'unchanged'],
  [0.9, 'unchanged'],
  [1, '+1…+5'],
  [5, '+5…+10'],
  [7, '+5…+10'],
  [10, '+10…+25'],
  [25, '≥ +25'],
  [900, '≥ +25'],
])('a change of %d %% is in the band %s', (percent, name) => {
  expect(bands[bandOf(percent)]?.name).toBe(name)
})
