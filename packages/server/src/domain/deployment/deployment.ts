import type { DeploymentState } from '@mkt/contract/states'
import { attendedMs, type CareTimes, restartDelay } from './health.ts'
import { drainInstance, type Instance, lastTime, mayRecall, recallInstance } from './instance.ts'

export type { DeploymentState } from '@mkt/contract/states'

export interface Deployment {
  id: string
  state: DeploymentState
  replicas: number
  /** Instances of an older generation are replaced beside running ones: a restart without a gap. */
  generation: number
  /** When the present start began: its time limit counts from here. */
  startingAt: Date
  /** Since when nobody needs it. */
  idleSince: Date | null
  /** Crashes in a row: ends that the platform did not ask for. */
  crashes: number
  nextStartAt: Date | null
  reason: string | null
}

export interface CareInput {
  deployment: Deployment
  /** As they were before this look, and as judged by it; the same order. */
  before: readonly Instance[]
  after: readonly Instance[]
  /** Whether an installation or a rollout refers to it. */
  needed: boolean
  /** Since when somebody has looked after it without a gap. */
  attendedSince: Date
  times: CareTimes
  now: Date
}

export interface CareDecision {
  deployment: Deployment
  instances: Instance[]
  /** How many new instances to start. */
  start: number
  /** Whether instances end at once instead of finishing what they have. */
  abandon: boolean
}

/** What a new start forgets of the former one. */
export function freshStart(now: Date) {
  return { state: 'STARTING', startingAt: now, idleSince: null, crashes: 0, nextStartAt: null, reason: null } as const
}

/** One step of a deployment's care. Pure: the same look gives the same step, so a step that was not written is repeated. */
export function decideCare(input: CareInput): CareDecision {
  const { times, now, needed } = input
  const counted = countCrashes(input)
  const idleSince = needed ? null : (counted.idleSince ?? now)
  const wanted = idleSince === null || now.getTime() - idleSince.getTime() < times.lingerMs
  const next = { ...counted, idleSince }
  const living = input.after.filter((instance) => instance.state !== 'STOPPED')
  if (next.state === 'STOPPED' || next.state === 'FAILED') {
    return { deployment: next, instances: [...input.after], start: 0, abandon: living.length > 0 }
  }
  if (!wanted) {
    const state = living.length === 0 ? 'STOPPED' : 'STOPPING'
    const reason = 'Nobody has it installed.'
    const instances = input.after.map((instance) => drainInstance(instance, now))
    return { deployment: { ...next, state, reason }, instances, start: 0, abandon: false }
  }
  const failure = startFailure(next, input)
  if (failure !== null) {
    return {
      deployment: { ...next, state: 'FAILED', reason: failure },
      // Their end is the platform's wish: it must not count as a crash of the next start.
      instances: input.after.map((instance) => drainInstance(instance, now)),
      start: 0,
      abandon: true,
    }
  }
  return keepRunning(next.state === 'STOPPING' ? { ...next, ...freshStart(now) } : next, input)
}

function keepRunning(deployment: Deployment, input: CareInput): CareDecision {
  const { now } = input
  const after = recallInstances(deployment, input)
  const serving = after.filter((instance) => instance.state === 'STARTING' || instance.state === 'HEALTHY')
  const current = serving.filter((instance) => instance.generation === deployment.generation)
  const healthy = current.filter((instance) => instance.state === 'HEALTHY')
  const former = serving.filter((instance) => instance.generation !== deployment.generation)
  // Former ones go only when enough new ones are healthy; of too many present ones those still starting go first.
  const surplus = [...healthy, ...current.filter((instance) => instance.state === 'STARTING')].slice(
    deployment.replicas,
  )
  const leaving = new Set([...(healthy.length >= deployment.replicas ? former : []), ...surplus])
  const instances = after.map((instance) => (leaving.has(instance) ? drainInstance(instance, now) : instance))
  const mayStart = deployment.nextStartAt === null || now >= deployment.nextStartAt
  const start = mayStart ? Math.max(0, deployment.replicas - current.length) : 0
  const anyHealthy = after.some((instance) => instance.state === 'HEALTHY')
  const state = anyHealthy
    ? 'RUNNING'
    : deployment.state === 'RUNNING' || deployment.state === 'SICK'
      ? 'SICK'
      : 'STARTING'
  const last = after.findLast((instance) => instance.exitReason !== null)?.exitReason
  const reason = state === 'RUNNING' ? null : state === 'SICK' ? (last ?? deployment.reason) : deployment.reason
  return { deployment: { ...deployment, state, reason }, instances, start, abandon: false }
}

/** Draining instances that can serve are taken back before others are started. */
function recallInstances(deployment: Deployment, { after, times, now }: CareInput): Instance[] {
  const current = after.filter((instance) => instance.generation === deployment.generation)
  const healthy = current.filter((instance) => instance.state === 'HEALTHY')
  const missing = Math.max(0, deployment.replicas - healthy.length)
  const recalled = new Set(current.filter((instance) => mayRecall(instance, times, now)).slice(0, missing))
  return after.map((instance) => (recalled.has(instance) ? recallInstance(instance, now) : instance))
}

/** Crashes push the next start back; an instance that ran well for a while resets the count. */
function countCrashes({ deployment, before, after, times, now }: CareInput): Deployment {
  const ended = after.filter((instance, index) => {
    const former = before[index]?.state
    return instance.state === 'STOPPED' && (former === 'STARTING' || former === 'HEALTHY')
  })
  const steady = before.some(
    (instance) => instance.state === 'HEALTHY' && now.getTime() - instance.since.getTime() >= times.steadyMs,
  )
  const crashes = (steady ? 0 : deployment.crashes) + ended.length
  if (ended.length === 0) return crashes === deployment.crashes ? deployment : { ...deployment, crashes }
  const nextStartAt = new Date(now.getTime() + restartDelay(crashes, times))
  return { ...deployment, crashes, nextStartAt, reason: ended.at(-1)?.exitReason ?? deployment.reason }
}

function startFailure(deployment: Deployment, { after, times, attendedSince, now }: CareInput): string | null {
  if (deployment.state !== 'STARTING' || after.some((instance) => instance.state === 'HEALTHY')) return null
  const waiting = after.findLast((instance) => instance.exitReason !== null)?.exitReason
  const reason = deployment.reason ?? waiting ?? null
  const because = reason === null ? '' : ` ${reason}`
  if (deployment.crashes >= times.startCrashes * deployment.replicas)
    return `It ended ${deployment.crashes} times before it was healthy.${because}`
  if (attendedMs(deployment.startingAt, attendedSince, now) < times.startLimitMs) return null
  const seconds = Math.round(times.startLimitMs / 1000)
  const seen = after.findLast(({ lastMiss }) => lastMiss !== undefined)
  const last = seen === undefined || because.includes(lastTime(seen)) ? '' : lastTime(seen)
  return `It did not answer GET /health with 200 three times in a row within ${seconds} s.${last}${because}`
}
