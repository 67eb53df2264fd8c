import { expect, it } from 'vitest'
import { correctWords, knownWord, resembling } from './correct-words.ts'

const known = ['weather', 'alert', 'rating', 'rate', 'autofill', 'vin'].map(knownWord)

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

it('the first three unknown words of a search are corrected, and further ones are left alone', () => {
  expect(correctWords('alert wether alrt ratng autoifll', known)).toBe('alert weather alert rating autoifll')
  expect(correctWords('wether elephants monkeys ratng', known)).toBe('weather elephants monkeys ratng')
})

it('a word is compared letter by letter only with those of nearly the same length and letters', () => {
  expect(resembling('ratnig', known)).toEqual(['rating'])
  expect(resembling('wexther', known)).toEqual(['weather'])
  const unlike = Array.from({ length: 5_000 }, (_, at) => knownWord(`bcdfg${at}hjk`))
  expect(resembling('elephantos', unlike)).toEqual([])
})

it.each(['wether', 'weatherr', 'waether', 'wxather', 'wxeathe', 'weathyz'])(
  '“%s” is compared with “weather”',
  (typed) => expect(resembling(typed.padEnd(8, 'r'), [knownWord('weatherr')])).toEqual(['weatherr']),
)
