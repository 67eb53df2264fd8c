import { type Part, parts } from '@mkt/contract/parts'

/** How often a process sends a heartbeat, when it counts as silent, and when it is no longer spoken of. */
export const presence = { everyMs: 10_000, silentMs: 30_000, forgottenMs: 3_600_000 } as const

export interface ProcessFacts {
  roles: readonly string[]
  state: 'up' | 'silent'
}

export interface PartHealth {
  part: Part
  state: 'up' | 'down'
  processes: number
}

/** A part is up while a process that holds it is; how many do. */
export function partsOf(processes: readonly ProcessFacts[]): PartHealth[] {
  return parts.map((part) => {
    const up = processes.filter(({ roles, state }) => state === 'up' && roles.includes(part)).length
    return { part, state: up > 0 ? 'up' : 'down', processes: up }
  })
}
