import { expect, it } from 'vitest'
import { z } from 'zod'
import type { TenantAddress } from '../../domain/tenant/tenant.ts'
import { systemClock } from '../../lib/clock.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { createPolicyClient } from './policy-client.ts'

const tenant: TenantAddress = {
  id: 'ten_c',
  organizationId: 'org_c',
  variant: 'connected',
  apiUrl: 'https://policy.test',
  hostName: 'acme.test',
  tenantLocator: null,
}

function clientOf(body: string) {
  const seen = { places: 0, calls: 0 }
  const client = createPolicyClient(
    {
      http: {
        async send() {
          seen.calls += 1
          return { status: 200, headers: {}, body: Buffer.from(body) }
        },
      },
      queue: {
        async run(_, task) {
          seen.places += 1
          try {
            return await task()
          } finally {
            seen.places -= 1
          }
        },
      },
      breaker: createCircuitBreaker(),
      clock: systemClock,
    },
    tenant,
  )
  return { client, seen }
}

it('an answer is parsed and checked while its call has its place in the queue', async () => {
  const { client, seen } = clientOf('{}')
  const places = z.unknown().transform(() => seen.places)
  expect(await client.read({ method: 'GET', path: '/' }, places)).toBe(1)
  expect(seen.places).toBe(0)
})

it('an answer that makes no sense is not asked for again', async () => {
  const { client, seen } = clientOf('no JSON')
  await expect(client.read({ method: 'GET', path: '/' }, z.unknown())).rejects.toThrow('not JSON')
  expect(seen).toEqual({ places: 0, calls: 1 })
})
