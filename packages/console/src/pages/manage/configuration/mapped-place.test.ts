import { buildMappingPath, type MappingPlace } from '@mkt/manifest'
import { expect, it } from 'vitest'
import { mappedPlace } from './mapped-place.ts'

const told = (place: MappingPlace) => mappedPlace(buildMappingPath(place) ?? '')

it('tells where a mapping points by every name on the way, in either variant', () => {
  const vehicle = { variant: 'connected', product: 'auto', exposure: 'vehicle' } as const
  expect(told({ ...vehicle, of: 'exposure', field: 'vin' })).toBe('auto › vehicle › vin')
  expect(told({ ...vehicle, of: 'peril', peril: 'collision', group: 'sums', field: 'deductible' })).toBe(
    'auto › vehicle › collision › sums › deductible',
  )
  expect(told({ variant: 'connected', of: 'policyholder', field: 'last_name' })).toBe('policyholder › last_name')
  expect(told({ variant: 'enterprise', of: 'account', owner: 'Consumer', field: 'name' })).toBe('Consumer › name')
})

it('leaves a path alone that has no known form', () => {
  expect(mappedPlace('$.elsewhere')).toBe('$.elsewhere')
})
