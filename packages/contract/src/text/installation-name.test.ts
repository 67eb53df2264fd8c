import { expect, test } from 'vitest'
import { defaultName } from './installation-name.ts'

test('an installation is named after its app, and numbered where that name is taken', () => {
  expect(defaultName('Rater', [])).toBe('Rater')
  expect(defaultName('Rater', ['rater'])).toBe('Rater 2')
  expect(defaultName('Rater', ['Rater', 'Rater 3', 'Rater 2'])).toBe('Rater 4')
  expect(defaultName('Rater', ['Rater 2'])).toBe('Rater')
})
