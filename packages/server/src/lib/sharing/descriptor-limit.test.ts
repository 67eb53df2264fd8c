import { expect, it } from 'vitest'
import { descriptorLimit, openFilesIn } from './descriptor-limit.ts'

it('reads the limit that holds now, not the one that could be asked for', () => {
  expect(
    openFilesIn(
      'Max cpu time  unlimited unlimited seconds\nMax open files            1024                 524288               files',
    ),
  ).toBe(1024)
  expect(openFilesIn('Max open files            unlimited            unlimited            files')).toBe(1024 * 1024)
  expect(descriptorLimit()).toBeGreaterThan(0)
})
