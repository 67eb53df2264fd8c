import { describe, expect, it } from 'vitest'
import { decideWave, isWorse, joinsWave, nextWaveAt } from './promotion.ts'

const begun = new Date('2026-03-01T00:00:00Z')
const hours = (count: number) => new Date(begun.getTime() + count * 3_600_000)
const promotion = { waves: [5, 25, 100], wave: 0, everyHours: 24, waveAt: begun }
const well = { requests: 1_000, failed: 10 }
const decide = (change: Partial<Parameters<typeof decideWave>[0]>) =>
  decideWave({ promotion, now: hours(1), before: well, after: well, failedGates: [], returnedTo: undefined, ...change })

describe('a wave', () => {
  it('is exactly a share of the installations, rounded up, and each wave holds the ones before', () => {
    const ids = Array.from({ length: 2_000 }, (_, index) => `ins_${index}`)
    const wave = (percent: number, holders: string[] = []) => [...holders, ...joinsWave(ids, new Set(holders), percent)]
    const few = wave(5)
    const more = wave(25, few)
    expect([few.length, more.length, wave(100, more).length]).toEqual([100, 500, 2_000])
    expect(new Set(more).size).toBe(500)
    expect(more.toSorted()).toEqual(wave(25).toSorted())
    expect(wave(5).toSorted()).toEqual(joinsWave(ids.toReversed(), new Set(), 5).toSorted())
  })

  it('is never empty where there is an installation, and takes nobody beyond its share', () => {
    expect(joinsWave(['ins_1', 'ins_2', 'ins_3'], new Set(), 5)).toHaveLength(1)
    expect(joinsWave(['ins_1', 'ins_2', 'ins_3'], new Set(['ins_2']), 5)).toEqual([])
    expect(joinsWave(['ins_1', 'ins_2'], new Set(['ins_1', 'ins_2']), 50)).toEqual([])
    expect(joinsWave([], new Set(), 100)).toEqual([])
  })

  it('waits for its hours, then the next one begins; after the last the release is everybody’s', () => {
    expect(decide({})).toEqual({ kind: 'wait' })
    expect(decide({ now: hours(24) })).toEqual({ kind: 'next', wave: 1 })
    expect(decide({ now: hours(24), promotion: { ...promotion, wave: 2 } })).toEqual({ kind: 'finish' })
    expect(nextWaveAt(promotion)).toEqual(hours(24))
  })

  it('is halted at once when failures exceed twice the old ones, with at least 50 requests', () => {
    expect(decide({ after: { requests: 100, failed: 3 } })).toMatchObject({
      kind: 'halt',
      reason: expect.stringContaining('3 of 100'),
    })
    expect(decide({ after: { requests: 100, failed: 2 } })).toEqual({ kind: 'wait' })
    expect(decide({ after: { requests: 49, failed: 49 } })).toEqual({ kind: 'wait' })
    expect(isWorse({ requests: 0, failed: 0 }, { requests: 50, failed: 1 })).toBe(true)
    expect(isWorse({ requests: 0, failed: 0 }, { requests: 50, failed: 0 })).toBe(false)
  })

  it('is halted when its publisher returns to another release', () => {
    expect(decide({ now: hours(24), returnedTo: '1.0.0' })).toEqual({
      kind: 'halt',
      reason: 'Its publisher returned to release 1.0.0.',
    })
  })

  it('is halted when a trial exceeds a gate', () => {
    const failedGates = [{ gate: 'maxIncrease' as const, limit: 5, actual: 7 }]
    expect(decide({ failedGates })).toEqual({
      kind: 'halt',
      reason: 'A trial exceeded maxIncrease: 7 where at most 5 is allowed.',
    })
  })
})
