import { describe, expect, test } from 'vitest'
import { afterEnd, type EndedProgram, restartPolicy } from './restart-policy.mjs'

const ended = (change: Partial<EndedProgram> = {}) =>
  afterEnd({ code: 70, signal: null, stopping: false, everReady: true, ends: [], now: 1_000_000, ...change })

describe('when the program ends', () => {
  test('because it was asked to, or by itself in order, everything ends with its code', () => {
    expect(ended({ code: 0 })).toEqual({ kind: 'exit', code: 0 })
    expect(ended({ stopping: true })).toEqual({ kind: 'exit', code: 70 })
    expect(ended({ stopping: true, code: null, signal: 'SIGTERM' })).toMatchObject({ kind: 'exit' })
  })

  test('before it was ever ready, it has said why, and is not started again', () => {
    expect(ended({ everReady: false, code: 1 })).toEqual({ kind: 'exit', code: 1 })
    expect(ended({ everReady: false, code: null, signal: 'SIGKILL' })).toMatchObject({ kind: 'give-up' })
  })

  test('by a fault or a kill, it is started again after a wait that grows', () => {
    const waits: number[] = []
    let ends: number[] = []
    for (let count = 0; count < restartPolicy.most; count += 1) {
      const next = ended({ ends, ...(count % 2 === 0 ? {} : { code: null, signal: 'SIGKILL' }) })
      if (next.kind !== 'again') throw new Error(next.kind)
      waits.push(next.afterMs)
      ends = next.ends
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    expect(ended({ ends })).toMatchObject({ kind: 'give-up' })
  })

  test('after a good while, former ends do not count', () => {
    const ends = Array.from({ length: 5 }, (_, index) => 1_000_000 - restartPolicy.withinMs - index)
    expect(ended({ ends })).toEqual({ kind: 'again', ends: [1_000_000], afterMs: 500 })
  })
})
