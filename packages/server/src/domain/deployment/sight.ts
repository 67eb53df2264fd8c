import type { Observation } from '@mkt/engines'
import type { Sight } from './instance.ts'

/** What this process knows about the start of an instance that the engine may not know. */
export interface KnownStart {
  isStarting: boolean
  /** Why the start failed. */
  failure: string | undefined
}

/** What the care makes of the engine's answer about an instance. */
export function sightOf(observation: Observation | null, { isStarting, failure }: KnownStart): Sight {
  if (failure !== undefined) return { status: 'stopped', reason: failure }
  // While its start is in progress the engine may not know it yet; a container could still come of it.
  if (observation === null) return isStarting ? { status: 'starting', waiting: null } : { status: 'absent' }
  if (observation.status === 'stopped') return { status: 'stopped', reason: observation.exit?.reason ?? 'It ended.' }
  if (observation.status === 'running' && observation.address !== null)
    return { status: 'running', address: observation.address }
  return { status: 'starting', waiting: observation.waiting ?? null }
}
