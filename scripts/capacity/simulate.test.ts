import { describe, expect, it } from 'vitest'
import { measured } from './measured.ts'
import { plan, simulateDay } from './simulate.ts'

const million = { installations: 1_000, eventsPerDay: 1_000_000 }

describe('a plan', () => {
  it('grows in proportion to the events', () => {
    const one = plan(measured, million)
    const ten = plan(measured, { ...million, eventsPerDay: 10_000_000 })
    expect(ten.cores.database / one.cores.database).toBeCloseTo(10)
    expect(ten.diskTb / one.diskTb).toBeCloseTo(10)
  })

  it('stays on one database as long as cores, log and disk of one server suffice, and says what ends first', () => {
    expect(plan(measured, million)).toMatchObject({ cells: 1 })
    const costly = { ...measured, delivery: { ...measured.delivery, database: 3_000_000 } }
    expect(plan(costly, million)).toMatchObject({ decidedBy: 'cores' })
    expect(plan(costly, million).cells).toBeGreaterThan(1)
    const chatty = { ...measured, accept: { ...measured.accept, walKb: 50_000_000 } }
    expect(plan(chatty, million)).toMatchObject({ decidedBy: 'log' })
    const hoarding = { ...measured, accept: { ...measured.accept, keptKb: 5_000_000 } }
    expect(plan(hoarding, million)).toMatchObject({ decidedBy: 'disk' })
  })

  it('fills the cores of a server before it asks for a second one, for the reserve is counted once', () => {
    const { cores } = plan(measured, million)
    const one = { cores: cores.database, walMbPerSecond: 1e9, diskTb: 1e9 }
    expect(plan(measured, million, one)).toMatchObject({ cells: 1, decidedBy: 'cores' })
    expect(plan(measured, million, { ...one, cores: cores.database * 0.99 }).cells).toBe(2)
  })

  it('keeps every installation in the memory of the state interface, whatever the events', () => {
    const few = plan(measured, { installations: 100_000, eventsPerDay: 1 })
    expect(few.stateMb).toBeCloseTo((100_000 * measured.installationKb) / 1024)
  })
})

describe('a day', () => {
  it('leaves nothing waiting when the workers are planned for the busiest hour', () => {
    expect(simulateDay(million, 0)).toEqual({ mostWaiting: 0, longestMinutes: 0 })
  })

  it('with an outage of half an hour makes the first event wait that long, and works everything off', () => {
    const day = simulateDay(million, 30)
    expect(day.longestMinutes).toBe(30)
    expect(day.mostWaiting).toBeGreaterThan(million.eventsPerDay / 48 / 2)
    expect(day.mostWaiting).toBeLessThan(million.eventsPerDay / 10)
  })
})
