import { z } from 'zod'
import type { TenantAddress } from '../../../domain/tenant/tenant.ts'
import type { Clock } from '../../../lib/clock.ts'
import { boundedList } from '../bounded.ts'
import { policyBounds } from '../policy-bounds.ts'
import type { PolicyClient } from '../policy-client.ts'
import type { PolicySystem } from '../policy-system.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { readSchemaApart } from '../schema/read-schema-apart.ts'
import { observeEnterprise } from './observe.ts'

const tenants = z.object({ items: boundedList(z.object({ locator: z.string() }), policyBounds.items) })

/** A personal access token is the token itself: signing in means showing that it is accepted for this tenant. */
export function enterpriseSystem(client: PolicyClient, tenant: TenantAddress, clock: Clock): PolicySystem {
  const base = encodeURIComponent(tenant.tenantLocator ?? '')
  return {
    async signIn(credentials) {
      if (credentials.by !== 'token')
        throw new PolicySystemError('refused', 'The enterprise variant takes personal access tokens only')
      return { token: credentials.token, obtainedAt: clock.now(), expiresAt: null }
    },
    async checkAccess(token, purpose) {
      await client.call({ method: 'GET', path: '/auth/users/whoami', token })
      const { items } = await client.read({ method: 'GET', path: '/auth/tenants/mytenants/list', token }, tenants)
      if (!items.some((item) => item.locator === tenant.tenantLocator))
        throw new PolicySystemError('refused', 'The token does not belong to this tenant')
      if (purpose === 'integration')
        await client.call({ method: 'GET', path: `/event/${base}/webhooks/list?offset=0&count=1`, token })
    },
    readSchema: (token) => readSchemaApart(client, tenant, token, [`/config/${base}/deployments/datamodel`]),
    observe: (token) => observeEnterprise(client, base, token),
  }
}
