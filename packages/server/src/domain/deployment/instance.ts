import { type InstanceState, instanceMachine, mayMove } from '@mkt/contract/states'
import { attendedMs, type CareTimes, startingPause } from './health.ts'

export type { InstanceState } from '@mkt/contract/states'

export interface Instance {
  id: string
  generation: number
  state: InstanceState
  /** Since when it is in this state. */
  since: Date
  address: string | null
  streak: number
  misses: number
  checkedAt: Date | null
  exitReason: string | null
  /** Description of the last missed health check. In memory only. */
  lastMiss?: string | undefined
}

/**
 * What the engine says about it. `absent`: the engine has never heard of it, or it was removed from outside. `starting`: the
 * engine has it, but no container of it runs; `waiting` says why, where the engine knows.
 */
export type Sight =
  | { status: 'absent' }
  | { status: 'starting'; waiting: string | null }
  | { status: 'running'; address: string }
  | { status: 'stopped'; reason: string }

export type Probe = 'well' | 'missed' | 'none'

/** A DRAINING instance is probed like a HEALTHY one, so that it is known whether it could serve again. */
export function isProbeDue(instance: Instance, times: CareTimes, now: Date): boolean {
  if (instance.state === 'SICK' || instance.state === 'STOPPED') return false
  const starting = () => startingPause(instance, times.probeStartingMs, times, instance.checkedAt ?? now)
  const every = instance.state === 'STARTING' ? starting() : times.probeEveryMs
  return instance.checkedAt === null || now.getTime() - instance.checkedAt.getTime() >= every
}

/**
 * What becomes of an instance after a look at the engine and perhaps a health request. Its time to start counts from
 * `attendedSince` at the earliest: while nobody looked, it could not become healthy.
 */
export function judgeInstance(
  instance: Instance,
  sight: Sight,
  probe: Probe,
  times: CareTimes,
  now: Date,
  attendedSince: Date = instance.since,
): Instance {
  if (instance.state === 'STOPPED') return instance
  // A SICK one was stopped because of what made it sick: that stays the reason.
  const cause = instance.state === 'SICK' ? instance.exitReason : null
  if (sight.status === 'stopped') return move(instance, 'STOPPED', now, cause ?? sight.reason)
  if (sight.status === 'absent' && instance.state !== 'STARTING') {
    return move(instance, 'STOPPED', now, 'It was removed from the engine by somebody else.')
  }
  if (instance.state === 'HEALTHY' && hasLostContainer(instance, sight)) return startAgain(instance, sight, now)
  const seen = lookAt(instance, sight)
  if (seen.state === 'STARTING' && attendedMs(seen.since, attendedSince, now) >= times.startLimitMs) {
    const seconds = Math.round(times.startLimitMs / 1000)
    const because = seen.exitReason === null ? '' : ` ${seen.exitReason}`
    return move(seen, 'SICK', now, `It was not healthy within ${seconds} s.${because}${lastTime(seen)}`)
  }
  if (probe === 'none') return seen
  const streak = probe === 'well' ? seen.streak + 1 : 0
  const misses = probe === 'well' ? 0 : seen.misses + 1
  const checked = { ...seen, streak, misses, checkedAt: now }
  if (seen.state === 'STARTING' && streak >= times.streak) return move(checked, 'HEALTHY', now, null)
  if (seen.state === 'HEALTHY' && misses >= times.misses) {
    const often = `It did not answer GET /health with 200 ${misses} times in a row.`
    return move(checked, 'SICK', now, `${often}${lastTime(checked)}`)
  }
  return checked
}

/** Another address is another container, and says nothing about the health of the one that was asked. */
function hasLostContainer(instance: Instance, sight: Sight): boolean {
  return sight.status === 'starting' || (sight.status === 'running' && sight.address !== instance.address)
}

/** No address is kept: the engine may give the old one to another application. */
function startAgain(instance: Instance, sight: Sight, now: Date): Instance {
  const address = sight.status === 'running' ? sight.address : null
  const waiting = sight.status === 'starting' ? sight.waiting : null
  const reason = waiting ?? 'Its container is gone, and the engine is starting another.'
  return move({ ...instance, address, streak: 0, misses: 0, checkedAt: null }, 'STARTING', now, reason)
}

/** Where it is now and, while it starts, what it waits for. */
function lookAt(instance: Instance, sight: Sight): Instance {
  const address = sight.status === 'running' ? sight.address : instance.address
  const exitReason = instance.state === 'STARTING' ? waitingReason(instance, sight) : instance.exitReason
  const isSame = address === instance.address && exitReason === instance.exitReason
  return isSame ? instance : { ...instance, address, exitReason }
}

function waitingReason(instance: Instance, sight: Sight): string | null {
  if (sight.status === 'running') return null
  return sight.status === 'starting' ? (sight.waiting ?? instance.exitReason) : instance.exitReason
}

/** What the last health check saw, as a sentence to append to a reason. */
export function lastTime({ lastMiss }: Pick<Instance, 'lastMiss'>): string {
  return lastMiss === undefined ? '' : ` The last time, ${lastMiss}.`
}

/** Whether its time to finish is over. */
export function mustStop(instance: Instance, times: CareTimes, now: Date): boolean {
  const finishing = instance.state === 'DRAINING' || instance.state === 'SICK'
  return finishing && now.getTime() - instance.since.getTime() >= times.drainMs
}

/** A SICK instance has been finishing since it became sick; it gets no second time to finish. */
export function drainInstance(instance: Instance, now: Date): Instance {
  return mayMove(instanceMachine, instance.state, 'drain') ? move(instance, 'DRAINING', now) : instance
}

/** Whether a draining instance can serve again: it answered its last health requests and was not told to stop yet. */
export function mayRecall(instance: Instance, times: CareTimes, now: Date): boolean {
  return instance.state === 'DRAINING' && instance.streak >= times.streak && !mustStop(instance, times, now)
}

export function recallInstance(instance: Instance, now: Date): Instance {
  return move(instance, 'HEALTHY', now, null)
}

function move(instance: Instance, state: InstanceState, now: Date, exitReason = instance.exitReason): Instance {
  return { ...instance, state, since: now, exitReason, address: state === 'STOPPED' ? null : instance.address }
}
