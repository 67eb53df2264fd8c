import { expect, it } from 'vitest'
import { correctWords } from './correct-words.ts'

const known = ['weather', 'alert', 'rating', 'rate', 'autofill', 'vin']

it.each([
  ['wether', 'weather'],
  ['Weahter alert', 'weather alert'],
  ['autofil vin', undefined],
  ['autoifll', 'autofill'],
  ['ratng', 'rating'],
])('“%s” is read as %s', (typed, read) => expect(correctWords(typed, known)).toBe(read))

it('short words and words that resemble none are left alone', () => {
  expect(correctWords('vim', known)).toBeUndefined()
  expect(correctWords('elephants', known)).toBeUndefined()
  expect(correctWords('&&', known)).toBeUndefined()
})
