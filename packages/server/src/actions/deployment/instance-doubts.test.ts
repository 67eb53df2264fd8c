import { expect, it } from 'vitest'
import { settableClock } from '../../lib/clock.ts'
import { createInstanceDoubts } from './instance-doubts.ts'

const instance = { id: 'inst_1', deploymentId: 'dep_1', address: 'http://one' }

function scene() {
  const clock = settableClock('2026-03-01T10:00:00Z')
  const health = { well: false, asked: 0 }
  const doubts = createInstanceDoubts(async () => {
    health.asked += 1
    return health.well
  }, clock)
  return { clock, health, doubts }
}

it('those who ask for the health of an instance within 300 ms share one answer', async () => {
  const { clock, health, doubts } = scene()
  expect(await Promise.all([doubts.isWell(instance), doubts.isWell(instance)])).toEqual([false, false])
  clock.advance(299)
  expect(await doubts.isWell(instance)).toBe(false)
  expect(health.asked).toBe(1)
  clock.advance(1)
  health.well = true
  expect(await doubts.isWell(instance)).toBe(true)
  expect(health.asked).toBe(2)
})

it('a good answer ends the doubt, and a new doubt asks again at once', async () => {
  const { health, doubts } = scene()
  health.well = true
  doubts.doubt(instance)
  expect(doubts.isDoubted(instance)).toBe(true)
  await doubts.isWell(instance)
  expect(doubts.isDoubted(instance)).toBe(false)
  doubts.doubt(instance)
  await doubts.isWell(instance)
  expect(health.asked).toBe(2)
})
