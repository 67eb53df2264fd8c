import { expect, test } from 'vitest'
import { Departure } from './departure.ts'

test('who listens when the caller leaves hears of it once; who no longer listens does not', () => {
  const departure = new Departure()
  const heard: string[] = []
  departure.listen(() => heard.push('first'))
  departure.listen(undefined)
  departure.listen(() => heard.push('second'))
  expect(departure.isOver).toBe(false)
  departure.leave()
  departure.leave()
  expect(departure.isOver).toBe(true)
  expect(heard).toEqual(['second'])
})
