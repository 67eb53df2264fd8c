import { expect, it } from 'vitest'
import { problemWords } from './problem-words.ts'

it('a problem is told in words, and its code stands behind them', () => {
  expect(problemWords('not_found')).toBe('There is nothing at this address (not_found)')
  expect(problemWords('constructor')).toBe('Constructor (constructor)')
})
