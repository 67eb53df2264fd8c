import { expect, it } from 'vitest'
import { seededRandom, systemRandom } from '../../lib/random.ts'
import { newRouteId } from './route-id.ts'

it('a route id is a DNS label of 125 random bits', () => {
  expect(newRouteId(systemRandom)).toMatch(/^r[0-9a-hjkmnp-tv-z]{25}$/)
  expect(newRouteId(systemRandom)).not.toBe(newRouteId(systemRandom))
  expect(newRouteId(seededRandom('s'))).toBe(newRouteId(seededRandom('s')))
})
