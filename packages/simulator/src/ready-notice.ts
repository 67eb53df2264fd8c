import type { World } from './core/world.ts'

/** What a parent process needs to connect: printed as one line of JSON. */
export type ReadyNotice = {
  ready: true
  connected: {
    apiUrl: string
    hostName: string
    integration: { username: string; password: string }
    data: { username: string; password: string }
    client: { clientId: string; clientSecret: string }
  }
  enterprise: { apiUrl: string; tenantLocator: string; token: string }
}

export function readyNotice(world: World, connectedUrl: string, enterpriseUrl: string): ReadyNotice {
  const tenant = world.connected[0]
  const admin = tenant?.users.find((user) => user.role === 'admin')
  const user = tenant?.users.find((item) => item.role === 'user')
  const client = tenant?.clients[0]
  const enterprise = world.enterprise[0]
  const token = enterprise?.tokens[0]
  if (!tenant || !admin || !user || !client || !enterprise || !token)
    throw new Error('The stored world has no tenant of each variant; delete the state file to start over')
  return {
    ready: true,
    connected: {
      apiUrl: connectedUrl,
      hostName: tenant.hostName,
      integration: { username: admin.username, password: admin.password },
      data: { username: user.username, password: user.password },
      client: { clientId: client.clientId, clientSecret: client.clientSecret },
    },
    enterprise: { apiUrl: enterpriseUrl, tenantLocator: enterprise.tenantLocator, token: token.token },
  }
}
