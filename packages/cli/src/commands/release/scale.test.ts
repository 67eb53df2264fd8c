import { expect, test } from 'vitest'
import { parseScale } from './scale.ts'

test('a number of containers, or two with a hyphen between which it follows the load', () => {
  expect(['3', '10', '1-6', '2-2'].map(parseScale)).toEqual([
    { replicas: 3 },
    { replicas: 10 },
    { minInstances: 1, maxInstances: 6 },
    { minInstances: 2, maxInstances: 2 },
  ])
  expect(['0', '11', '6-1', '1-', '-3', '1-11', 'three', '1.5'].map(parseScale)).toEqual(new Array(8).fill(null))
})
