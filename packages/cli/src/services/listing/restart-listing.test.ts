import { expect, it } from 'vitest'
import { type Deployment, isReplaced } from './restart-listing.ts'

const instance = (generation: number, state: string) => ({ generation, state }) as Deployment['instances'][number]
const deployment = (replicas: number, ...instances: Deployment['instances']) =>
  ({ state: 'RUNNING', replicas, instances }) as Deployment

it('a deployment is restarted once enough new instances are healthy and no former one takes requests', () => {
  expect(isReplaced(deployment(1, instance(1, 'HEALTHY')), 2)).toBe(false)
  expect(isReplaced(deployment(1, instance(2, 'HEALTHY'), instance(1, 'HEALTHY')), 2)).toBe(false)
  expect(isReplaced(deployment(2, instance(2, 'HEALTHY'), instance(1, 'DRAINING')), 2)).toBe(false)
  expect(isReplaced(deployment(1, instance(2, 'STARTING'), instance(1, 'DRAINING')), 2)).toBe(false)
  expect(isReplaced(deployment(1, instance(2, 'HEALTHY'), instance(1, 'DRAINING')), 2)).toBe(true)
  // Somebody else restarted it again.
  expect(isReplaced(deployment(1, instance(3, 'HEALTHY')), 2)).toBe(true)
})

it('nobody waits for a deployment that stopped meanwhile', () => {
  expect(isReplaced({ ...deployment(1), state: 'STOPPED' }, 2)).toBe(true)
})
