import { expect, it } from 'vitest'
import { createSuspicions } from './suspicions.ts'

it('a party is suspected after wrong guesses in a row, and until a right one', () => {
  const suspicions = createSuspicions({ after: 3, most: 10 })
  for (const _ of [1, 2]) suspicions.heard('a', false)
  expect(suspicions.has('a')).toBe(false)
  suspicions.heard('a', true)
  for (const _ of [1, 2]) suspicions.heard('a', false)
  expect(suspicions.has('a')).toBe(false)
  suspicions.heard('a', false)
  expect(suspicions.has('a')).toBe(true)
  expect(suspicions.has('b')).toBe(false)
  suspicions.heard('a', true)
  expect(suspicions.has('a')).toBe(false)
})

it('of too many parties those are forgotten that guessed longest ago', () => {
  const suspicions = createSuspicions({ after: 1, most: 2 })
  for (const party of ['a', 'b', 'a', 'c']) suspicions.heard(party, false)
  expect(['a', 'b', 'c'].filter((party) => suspicions.has(party))).toEqual(['a', 'c'])
})

it('a party that guessed right is known, also when it mistypes, and until it is suspected or forgotten', () => {
  const suspicions = createSuspicions({ after: 2, most: 2 })
  expect(suspicions.knows('a')).toBe(false)
  suspicions.heard('a', true)
  suspicions.heard('a', false)
  expect(suspicions.knows('a')).toBe(true)
  suspicions.heard('a', false)
  expect([suspicions.knows('a'), suspicions.has('a')]).toEqual([false, true])
  for (const party of ['b', 'c', 'd']) suspicions.heard(party, true)
  expect(['b', 'c', 'd'].filter((party) => suspicions.knows(party))).toEqual(['c', 'd'])
})
