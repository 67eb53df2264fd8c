import { expect, it } from 'vitest'
import { closestWord } from './closest-word.ts'

const known = ['webhooks', 'autofill', 'externalRaters', 'lifecycle', 'fields']

it('finds the word that was meant, whatever its case and separators', () => {
  expect(closestWord('Webhooks', known)).toBe('webhooks')
  expect(closestWord('external_raters', known)).toBe('externalRaters')
})

it('finds it through one or two slips: a letter added, left out, mistaken or swapped', () => {
  expect(closestWord('webhook', known)).toBe('webhooks')
  expect(closestWord('autofil', known)).toBe('autofill')
  expect(closestWord('lifecylce', known)).toBe('lifecycle')
  expect(closestWord('feilds', known)).toBe('fields')
})

it('guesses nothing from a word that is too far, too short, or equally near to two', () => {
  expect(closestWord('plugins', known)).toBeUndefined()
  expect(closestWord('ab', ['ac', 'xb'])).toBeUndefined()
  expect(closestWord('stat', ['start', 'state'])).toBeUndefined()
  expect(closestWord(7, known)).toBeUndefined()
})
