import { expect, it } from 'vitest'
import { nameFromTitle } from './name-from-title.ts'

it('proposes a name from a title: lower case, no accents, words joined by hyphens', () => {
  expect(nameFromTitle('Polícy  Notifier 2!')).toBe('policy-notifier-2')
  expect(nameFromTitle(' -Ünder Writing- ')).toBe('under-writing')
})
