import { expect, test } from 'vitest'
import { fewHelpers } from './launch.mjs'

test('a server has a helper for each processor but its own, one at least and four at most', () => {
  const helpers = [1, 2, 3, 5, 64].map((processors) => fewHelpers(processors))
  expect(helpers).toEqual([1, 1, 2, 4, 4].map((count) => [`--v8-pool-size=${count}`]))
  expect(fewHelpers()).toHaveLength(1)
})
