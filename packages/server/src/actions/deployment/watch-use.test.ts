import type { Figures } from '@mkt/engines'
import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { plans } from './plan-of.ts'
import { createUseWatch } from './watch-use.ts'

/** Instances that take a share of a processor each, looked at every five seconds. */
function machine(uses: Record<string, number>) {
  let seconds = 0
  const told: [string, boolean][] = []
  const refused = new Set<string>()
  const figures = async (id: string): Promise<Figures | null> =>
    id in uses ? { cpuSeconds: (uses[id] ?? 0) * seconds, memoryBytes: 1, processes: 1 } : null
  const giveWay = async (id: string, _plan: unknown, givesWay: boolean) => {
    if (refused.delete(id)) throw new Error('busy')
    told.push([id, givesWay])
  }
  const clock = { now: () => new Date(Date.UTC(2026, 0, 1) + seconds * 1000) }
  const start = (engine: { figures: typeof figures; giveWay?: typeof giveWay } = { figures, giveWay }) =>
    createUseWatch({ clock, log: silentLog }, engine, async () => plans.Standard)
  const instances = Object.keys(uses).map((id) => ({ id }))
  const pass = async (watch: ReturnType<typeof start>, looks: number) => {
    for (let look = 0; look < looks; look++) {
      seconds += 5
      await watch.look(instances)
    }
    return told.splice(0)
  }
  return { start, pass, refused, figures, clock }
}

it('an instance that computes continuously gets lower priority, and the others keep their share', async () => {
  const { start, pass } = machine({ burner: 0.9, honest: 0.1 })
  const watch = start()
  expect(await pass(watch, 1)).toEqual([
    ['burner', false],
    ['honest', false],
  ])
  expect(await pass(watch, 2)).toEqual([['burner', true]])
  expect(await pass(watch, 4)).toEqual([])
})

it('a process that takes the care over tells the engine what it decides, whatever was told before', async () => {
  const { start, pass } = machine({ burner: 0.9 })
  expect(await pass(start(), 3)).toEqual([
    ['burner', false],
    ['burner', true],
  ])
  expect(await pass(start(), 3)).toEqual([
    ['burner', false],
    ['burner', true],
  ])
})

it('an engine that fails to change a turn is told again', async () => {
  const { start, pass, refused } = machine({ burner: 0.9 })
  const watch = start()
  await pass(watch, 2)
  refused.add('burner')
  expect(await pass(watch, 1)).toEqual([])
  expect(await pass(watch, 1)).toEqual([['burner', true]])
})

it('an engine that can change no turn is asked at every look, and the log says it once', async () => {
  let asked = 0
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (facts: unknown) => warned.push(facts) } as unknown as typeof silentLog
  const { pass, figures, clock } = machine({ burner: 0.9 })
  const giveWay = async () => {
    asked += 1
    throw new Error('no right to weights')
  }
  await pass(
    createUseWatch({ clock, log }, { figures, giveWay }, async () => plans.Standard),
    20,
  )
  expect({ asked, warned: warned.length }).toEqual({ asked: 20, warned: 1 })
})

it('where an engine gives no turns, figures are read once a minute', async () => {
  const { start, pass, figures } = machine({ burner: 0.9 })
  let reads = 0
  const counted = (id: string) => {
    reads += 1
    return figures(id)
  }
  await pass(start({ figures: counted }), 24)
  expect(reads).toBe(2)
})
