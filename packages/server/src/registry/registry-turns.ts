import { limits } from '@mkt/contract/limits'
import type { FastifyRequest } from 'fastify'
import { actorOf, type Caller } from '../domain/accounts/caller.ts'
import type { Clock } from '../lib/clock.ts'
import { createLateAnswers, type LateLimits } from '../lib/sharing/late-answers.ts'
import { RegistryError } from './registry-error.ts'

export interface RegistryTurns {
  /**
   * Counts a request of somebody whose credential was right, and resolves when it may go on: at once, or late where this key or organization asks too
   * often. Where too many of them are held back, the connection is broken off.
   */
  wait(request: Pick<FastifyRequest, 'raw'>, caller: Caller, organizationId?: string): Promise<void>
}

export interface RegistryShares {
  caller: number
  organization: number
  lateMs?: number
  held?: number
}

const SHARES: RegistryShares = {
  caller: limits.registryRequests.value,
  organization: limits.organizationRegistryRequests.value,
}

/** Counts by key and by organization, from however many addresses they come. Image clients give up when they are refused, so they are answered late instead. */
export function createRegistryTurns(clock: Clock, shares: RegistryShares = SHARES): RegistryTurns {
  const { caller: ofCaller, organization: ofOrganization, lateMs = 1_000, held = 100 } = shares
  const late = (max: number) => createLateAnswers({ max, windowMs: 60_000, lateMs, held } satisfies LateLimits, clock)
  const callers = late(ofCaller)
  const organizations = late(ofOrganization)
  return {
    async wait({ raw }, caller, organizationId) {
      const whose = organizationId ?? (caller.kind === 'key' ? caller.organizationId : undefined)
      // What the platform itself pulls, to run it, counts for its organization.
      const own = caller.kind === 'nobody' ? undefined : callers.wait(`${caller.kind}:${actorOf(caller).id}`)
      const shared = whose === undefined ? undefined : organizations.wait(whose)
      try {
        await Promise.all([own, shared])
      } catch {
        raw.destroy()
        throw new RegistryError('TOOMANYREQUESTS', 'Too many requests of this key or organization wait already.')
      }
    },
  }
}
