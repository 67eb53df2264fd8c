import { expect, test } from 'vitest'
import { chooseFormer } from './choose-former.ts'

test('the former release is the highest version that was tagged, and other tags are none', () => {
  expect(chooseFormer(['v0.9.0', 'v0.10.0', 'v0.2.11', 'nightly', 'v1', 'v2.0.0-rc.1'])).toBe('v0.10.0')
  expect(chooseFormer(['nightly'])).toBeUndefined()
})
