import { expect, it } from 'vitest'
import type { Deployment } from './restart-listing.ts'
import { isScaled } from './running-deployments.ts'

const deployment = (replicas: number, ...states: string[]) =>
  ({ state: 'RUNNING', replicas, instances: states.map((state) => ({ state })) }) as unknown as Deployment

it('a deployment is scaled once exactly as many instances serve as were asked for', () => {
  expect(isScaled(deployment(2, 'HEALTHY', 'STARTING'))).toBe(false)
  expect(isScaled(deployment(1, 'HEALTHY', 'HEALTHY'))).toBe(false)
  expect(isScaled(deployment(2, 'HEALTHY', 'HEALTHY', 'DRAINING'))).toBe(true)
  expect(isScaled({ ...deployment(2), state: 'STOPPED' })).toBe(true)
})
