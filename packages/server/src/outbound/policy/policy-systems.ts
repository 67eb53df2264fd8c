import type { TenantAddress } from '../../domain/tenant/tenant.ts'
import type { Clock } from '../../lib/clock.ts'
import { createHttpClient, type HttpClient } from '../http-client.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { connectedSystem } from './connected/connected-system.ts'
import { enterpriseSystem } from './enterprise/enterprise-system.ts'
import { createPolicyClient } from './policy-client.ts'
import { createPolicyQueue } from './policy-queue.ts'
import type { PolicySystem } from './policy-system.ts'

/** The way to every tenant's policy system. */
export interface PolicySystems {
  /** With `evenPaused` it is asked although it failed again and again: a person wants to know how it is now. */
  of(tenant: TenantAddress, how?: { evenPaused: boolean }): PolicySystem
  close(): Promise<void>
}

export interface PolicySystemsOptions {
  clock: Clock
  /** Private addresses that may be reached anyway. */
  allow: () => readonly string[]
  /** Throws while nothing may be asked of any policy system. */
  refuse?: () => void
  /** Another way to send, for tests. */
  http?: HttpClient
}

export function createPolicySystems(options: PolicySystemsOptions): PolicySystems {
  const http = options.http ?? createHttpClient({ allow: options.allow })
  const breaker = createCircuitBreaker()
  const queue = createPolicyQueue()
  return {
    of(tenant, { evenPaused } = { evenPaused: false }) {
      options.refuse?.()
      const client = createPolicyClient({ http, queue, breaker, clock: options.clock, evenPaused }, tenant)
      return tenant.variant === 'connected'
        ? connectedSystem(client, tenant, options.clock)
        : enterpriseSystem(client, tenant, options.clock)
    },
    close: () => http.close(),
  }
}
