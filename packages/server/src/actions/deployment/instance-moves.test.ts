import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import { createInstanceMoves } from './instance-moves.ts'

const deployment = { listingName: 'acme/rater' } as DeploymentRow

function scene() {
  const starts: PromiseWithResolvers<void>[] = []
  const stops: { graceMs: number; ended: PromiseWithResolvers<void> }[] = []
  const engine = {
    stop: (_: string, { graceMs }: { graceMs: number }) => {
      const ended = Promise.withResolvers<void>()
      stops.push({ graceMs, ended })
      return ended.promise
    },
  }
  const moves = createInstanceMoves(silentLog, engine as never, () => {
    const started = Promise.withResolvers<void>()
    starts.push(started)
    return started.promise
  })
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  return { moves, starts, stops, settled }
}

it('an instance is started once, however often it is asked for meanwhile', async () => {
  const { moves, starts, settled } = scene()
  moves.start(deployment, 'inst_1')
  moves.start(deployment, 'inst_1')
  expect(starts).toHaveLength(1)
  expect(moves.known('inst_1')).toEqual({ isStarting: true, failure: undefined })
  starts[0]?.resolve()
  await settled()
  expect(moves.known('inst_1')).toEqual({ isStarting: false, failure: undefined })
})

it('a failed start leaves its reason until the instance is forgotten', async () => {
  const { moves, starts, settled } = scene()
  moves.start(deployment, 'inst_1')
  starts[0]?.reject(new Error('no such image'))
  await settled()
  expect(moves.known('inst_1')).toEqual({ isStarting: false, failure: 'It could not be started: no such image' })
  expect(moves.known('inst_2').failure).toBeUndefined()
  moves.forget('inst_1')
  expect(moves.known('inst_1').failure).toBeUndefined()
})

it('an instance that could not be stopped is stopped again by a later step', async () => {
  const { moves, stops, settled } = scene()
  moves.stop('inst_1', 500)
  moves.stop('inst_1', 0)
  expect(stops.map(({ graceMs }) => graceMs)).toEqual([500])
  stops[0]?.ended.reject(new Error('the engine is away'))
  await settled()
  moves.stop('inst_1', 0)
  expect(stops.map(({ graceMs }) => graceMs)).toEqual([500, 0])
})
