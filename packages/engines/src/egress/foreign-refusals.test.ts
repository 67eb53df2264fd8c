import { expect, it } from 'vitest'
import { createForeignRefusals } from './foreign-refusals.ts'

it('a refused connection of the application counts once, at the look after the kernel counted it', () => {
  const look = createForeignRefusals(3, 3)
  expect([look(3, 3), look(5, 3), look(5, 3), look(5, 3)]).toEqual([0, 0, 2, 0])
})

it('a refused connection of the platform never counts, though the kernel counts it first', () => {
  const look = createForeignRefusals(0, 0)
  expect([look(1, 0), look(1, 1), look(2, 1), look(2, 2), look(2, 2)]).toEqual([0, 0, 0, 0, 0])
})

it('refused connections of both are told apart', () => {
  const look = createForeignRefusals(0, 0)
  expect([look(2, 0), look(3, 1), look(3, 2), look(3, 2)]).toEqual([0, 1, 0, 0])
})
