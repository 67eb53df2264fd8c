import { expect, it } from 'vitest'
import { changedPlace } from './changed-place.ts'

it('names a setting by its name, and a mapping by product and field, with the escapes of a pointer undone', () => {
  expect(changedPlace('/settings/region')).toBe('region')
  expect(changedPlace('/settings/a~1b~0c')).toBe('a/b~c')
  expect(changedPlace('/mappings/Personal Auto/vin')).toBe('Personal Auto › vin')
  expect(changedPlace('/mappings/Auto~1Home/vin')).toBe('Auto/Home › vin')
})
