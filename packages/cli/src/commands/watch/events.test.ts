import { expect, it } from 'vitest'
import { meantInstallation } from './events.ts'

it('an installation is named by position or by --installation, and never two at once', () => {
  expect([meantInstallation('a', undefined), meantInstallation(undefined, 'a'), meantInstallation('a', 'a')]).toEqual(
    Array(3).fill('a'),
  )
  expect(meantInstallation(undefined, undefined)).toBeUndefined()
  expect(() => meantInstallation('a', 'b')).toThrow(/Both a and --installation b/)
})
