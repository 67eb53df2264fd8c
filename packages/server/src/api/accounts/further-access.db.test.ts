import { furtherAccess, type Role, type Rule, type Scope } from '@mkt/contract/api'
import type { Client } from '@mkt/contract/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { testListings } from '../../testing/world/listings.ts'
import { testWorld } from '../../testing/world/world.ts'

interface Caller {
  client: Client
  role?: Role
  scope?: Scope
  platform?: 'moderator' | 'operator'
}

let api: TestApi
const callers: Record<string, Caller> = {}
let probes: Record<'listEveryOrganization' | 'listRealInstallations' | 'readWholeRelease' | 'launchForReal', Probe>
type Probe = (client: Client) => Promise<boolean>

beforeAll(async () => {
  api = await testApi()
  const make = testListings(api)
  const acme = await api.organization('acme')
  const other = await api.organization('other')
  await api.organization('third')
  const owner = await api.person({ role: 'owner', organization: acme })
  const world = await testWorld(api, acme, owner.id)
  for (const role of ['owner', 'admin', 'developer', 'viewer'] as const)
    callers[role] = { client: api.as((await api.person({ role, organization: acme })).authorization), role }
  for (const scope of ['publish', 'manage'] as const)
    callers[`${scope} key`] = { client: api.as((await api.key(acme, [scope])).authorization), scope }
  for (const platform of ['moderator', 'operator'] as const)
    callers[platform] = { client: api.as((await api.person({ platformRole: platform })).authorization), platform }
  callers.foreigner = { client: api.as((await api.person({ role: 'owner', organization: other })).authorization) }
  callers.nobody = { client: api.as() }
  const published = await make.listing(acme, 'PUBLIC')
  const own = await make.release(published, '1.0.0', { promoted: true })
  await api.platform.db.updateTable('release').set({ created_by: 'somebody' }).where('id', '=', own).execute()
  const foreign = await make.listing(other, 'PUBLIC')
  await make.release(foreign, '1.0.0', { promoted: true })
  const params = { org: 'acme' }
  probes = {
    listEveryOrganization: async (client) =>
      (await client.listOrganizations()).items.some((organization) => organization.name === 'third'),
    listRealInstallations: async (client) =>
      (await client.listInstallations({ params, query: { limit: 200 } })).items.some(
        (installation) => installation.id === world.installations,
      ),
    readWholeRelease: async (client) => (await client.getRelease({ params: { id: own } })).createdBy !== null,
    launchForReal: async (client) => {
      const body = { listingId: foreign, tenantId: world.tenants ?? '', settings: {}, mappings: [] }
      return (await client.launchApp({ params, body })).state === 'PENDING'
    },
  }
})

function promised(rule: Rule, { role, scope, platform }: Caller): boolean {
  if (role !== undefined) return rule.members?.includes(role) === true
  if (scope !== undefined) return rule.scopes?.includes(scope) === true
  return platform !== undefined && rule.platform?.includes(platform) === true
}

describe('what is decided within operations', () => {
  it.each(['listEveryOrganization', 'listRealInstallations', 'readWholeRelease', 'launchForReal'] as const)(
    '%s is decided by the table for everybody',
    async (what) => {
      const seen: Record<string, boolean> = {}
      const expected: Record<string, boolean> = {}
      for (const [name, caller] of Object.entries(callers)) {
        seen[name] = await probes[what](caller.client).catch((error: { status?: number }) => {
          if ([401, 403, 404].includes(error.status ?? 0)) return false
          throw error
        })
        expected[name] = promised(furtherAccess[what], caller)
      }
      expect(seen).toEqual(expected)
    },
  )
})
