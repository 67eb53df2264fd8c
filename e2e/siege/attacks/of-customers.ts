import type { Bootstrap } from '../../../packages/server/src/laptop/bootstrap.ts'
import { type Asked, keyHeaders } from '../ask.ts'
import { hostileOrganization } from '../hostile-organization.ts'
import type { Attack } from './attack.ts'
import { flood } from './flood.ts'
import { startGiantPolicySystem } from './giant-policy-system.ts'

const TENANTS = 4

/** What a customer can do whose policy systems answer as much as they can, and then not at all. */
function giantAnswers(bootstrap: Bootstrap): Attack {
  let policySystem: Awaited<ReturnType<typeof startGiantPolicySystem>> | undefined
  let schemas: Asked[] = []

  async function connect() {
    const { client, org, key } = await hostileOrganization(bootstrap, 'evil-customer')
    policySystem = await startGiantPolicySystem()
    const { url, turn } = policySystem
    const account = { username: 'u', password: 'a password' }
    const tenants = Array.from({ length: TENANTS }, async (_, at) => {
      const { id } = await client.createTenant({
        params: { org },
        body: {
          name: `Giant ${at}`,
          variant: 'connected',
          apiUrl: url,
          hostName: `giant-${at}.test`,
          credentials: { integration: account, data: account },
        },
      })
      return id
    })
    const ids = await Promise.all(tenants)
    turn()
    const headers = keyHeaders(key)
    schemas = ids.map((id) => ({ url: `${bootstrap.apiUrl}/api/v1/tenants/${id}/schema?refresh=true`, headers }))
  }

  const reads = flood('giant answers', {
    from: '127.0.0.80',
    width: 40,
    perSecond: 0.5,
    asked: (at) => schemas[at % TENANTS] as Asked,
  })
  return {
    ...reads,
    prepare: connect,
    stop() {
      reads.stop()
      policySystem?.close()
    },
  }
}

export function attacksOfCustomers(bootstrap: Bootstrap): Attack[] {
  return [giantAnswers(bootstrap)]
}
