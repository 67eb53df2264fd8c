import { expect, it } from 'vitest'
import { nextOrder } from './use-sorting.ts'

it('sorts by a column in its own direction first, then the other way round, then again', () => {
  expect(nextOrder('name', '-createdAt')).toBe('name')
  expect(nextOrder('name', 'name')).toBe('-name')
  expect(nextOrder('name', '-name')).toBe('name')
})

it('begins with the newest where a column holds times', () => {
  expect(nextOrder('-createdAt', 'name')).toBe('-createdAt')
  expect(nextOrder('-createdAt', '-createdAt')).toBe('createdAt')
})
