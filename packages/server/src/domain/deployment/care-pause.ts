import type { Deployment } from './deployment.ts'
import { type CareTimes, startingPause } from './health.ts'
import type { Instance } from './instance.ts'

const LOOK_STARTING_MS = 100
const SHORTEST_MS = 10

/** How the step before went, and what it left. */
export interface CareResult {
  deployment: Pick<Deployment, 'state' | 'nextStartAt'>
  instances: readonly Pick<Instance, 'state' | 'since' | 'streak'>[]
  /** Instances that the step decided to start. */
  start: number
  abandon: boolean
}

/** The pause before the next step of care, or null when there is nothing left to care for. */
export function carePause(result: CareResult, times: CareTimes, now: Date): number | null {
  const { deployment, instances, start, abandon } = result
  const isOver = deployment.state === 'STOPPED' || deployment.state === 'FAILED'
  if (instances.length === 0 && start === 0 && isOver) return null
  if (start > 0) return 0
  if (instances.some((instance) => instance.state === 'STOPPED')) return 0
  const often = Math.min(LOOK_STARTING_MS, times.probeStartingMs)
  if (abandon) return often
  const starting = instances.filter((instance) => instance.state === 'STARTING')
  if (starting.length > 0) return Math.min(...starting.map((one) => startingPause(one, often, times, now)))
  const { nextStartAt } = deployment
  const untilStart = nextStartAt === null ? Number.POSITIVE_INFINITY : nextStartAt.getTime() - now.getTime()
  return Math.max(SHORTEST_MS, Math.min(times.lookEveryMs, untilStart > 0 ? untilStart : times.lookEveryMs))
}
