import { describe, expect, it } from 'vitest'
import { judgeTurn, type ProcessorTurn } from './processor-turn.ts'

const SHARES = { cpu: 0.15, cpuCeiling: 1 }
const at = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000)

interface Use {
  took: number
  waited?: number
}

/** Looks every five seconds at the share of a processor that it took since, and at how much of that time it waited for one. */
function look(uses: readonly Use[]): boolean[] {
  let turn: ProcessorTurn | undefined = judgeTurn(undefined, { cpuSeconds: 7, waitedSeconds: 3, at: at(0) }, SHARES)
  return uses.map(({ took, waited = 0 }, index) => {
    const cpuSeconds = (turn?.cpuSeconds ?? 0) + took * 5
    const waitedSeconds = (turn?.waitedSeconds ?? 0) + waited * 5
    turn = judgeTurn(turn, { cpuSeconds, waitedSeconds, at: at((index + 1) * 5) }, SHARES)
    return turn.givesWay
  })
}

const burns = { took: 1 }
const calm = { took: 0.1, waited: 0.05 }

describe('an instance', () => {
  it('that is new has its share, whatever it took before somebody looked', () => {
    expect(judgeTurn(undefined, { cpuSeconds: 500, at: at(0) }, SHARES).givesWay).toBe(false)
  })

  it('gives way when it computes for ten seconds without pause, and not for one burst', () => {
    expect(look([burns, burns])).toEqual([false, true])
    expect(look([burns, calm, burns, calm])).toEqual([false, false, false, false])
  })

  it('does not look calm because others leave it little: what it waits for counts', () => {
    const starves = { took: 0.1, waited: 0.9 }
    expect(look([starves, starves])).toEqual([false, true])
    const getsNothing = { took: 0, waited: 1 }
    expect(look([burns, burns, getsNothing, getsNothing, getsNothing, getsNothing])).toEqual([
      ...[false, true, true, true, true, true],
    ])
  })

  it('has its share again when it was calm for 15 seconds', () => {
    expect(look([burns, burns, calm, calm, calm])).toEqual([false, true, true, true, false])
    expect(look([burns, burns, calm, calm, burns, calm, calm])).toEqual([false, true, true, true, true, true, true])
  })

  it('keeps its share where it takes little of that, however long it waits while others compute', () => {
    const waits = { took: 0.03, waited: 3 }
    expect(look(Array.from({ length: 10 }, () => waits))).not.toContain(true)
  })

  it('is tried again after half a minute, then after twice as long each time, up to five minutes', () => {
    const told = look(Array.from({ length: 300 }, () => burns))
    const lengths: number[] = []
    for (const [index, gives] of told.entries()) {
      if (gives && told[index - 1] !== true) lengths.push(0)
      if (gives) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 5
    }
    expect(lengths.slice(0, 6)).toEqual([30, 60, 120, 240, 300, 300])
  })

  it('that was calm in between is tried as soon as at first', () => {
    const calmed = [burns, burns, ...Array(6).fill(burns), calm, calm]
    const told = look([...calmed, burns, burns, ...Array(6).fill(burns)])
    expect(told.slice(calmed.length)).toEqual([false, true, true, true, true, true, true, false])
  })

  it('whose threads end has not waited less than nothing', () => {
    expect(look([burns, { took: 0.6, waited: -9 }])).toEqual([false, true])
  })

  it('is judged by what it took alone where nobody counts what it waits for', () => {
    const before = judgeTurn(undefined, { cpuSeconds: 0, at: at(0) }, SHARES)
    expect(judgeTurn(before, { cpuSeconds: 9, at: at(10) }, SHARES).givesWay).toBe(true)
    expect(judgeTurn(before, { cpuSeconds: 4, at: at(10) }, SHARES).givesWay).toBe(false)
  })

  it('that was started again begins with its share', () => {
    const before = { cpuSeconds: 100, at: at(0), givesWay: true, since: null }
    expect(judgeTurn(before, { cpuSeconds: 3, at: at(5) }, SHARES)).toMatchObject({ givesWay: false, since: null })
  })

  it('is judged by nothing when no time has passed', () => {
    const before = { cpuSeconds: 1, at: at(5), givesWay: false, since: null }
    expect(judgeTurn(before, { cpuSeconds: 9, at: at(5) }, SHARES)).toBe(before)
  })
})
