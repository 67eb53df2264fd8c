import type { FastifyInstance } from 'fastify'
import type { ConnectedTenant, User } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody, text } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { issueToken, requireSubject } from './tokens.ts'

const WRONG_PASSWORDS_UNTIL_LOCKED = 5

function tenantOf(simulation: Simulation, hostName: string): ConnectedTenant {
  const tenant = simulation.world.connected.find((item) => item.hostName === hostName)
  if (!tenant) throw new Refusal(404, 'tenant_unknown', `No tenant has the host name "${hostName}"`)
  return tenant
}

/** Repeated wrong passwords lock the account, and then the right one is refused too. */
function checkPassword(simulation: Simulation, user: User | undefined, password: string): User {
  const wrong = new Refusal(401, 'credentials_wrong', 'User name or password is wrong')
  if (!user) throw wrong
  if (user.locked) throw new Refusal(423, 'account_locked', `The account "${user.username}" is locked`)
  if (user.password !== password) {
    user.wrongPasswords += 1
    user.locked = user.wrongPasswords >= WRONG_PASSWORDS_UNTIL_LOCKED
    simulation.changed()
    throw wrong
  }
  user.wrongPasswords = 0
  return user
}

export function signInRoutes(app: FastifyInstance, simulation: Simulation, provider: IdentityProvider): void {
  const byPassword = (administrator: boolean) => async (request: { body: unknown }) => {
    const body = asBody(request.body)
    const tenant = tenantOf(simulation, text(body, 'hostName'))
    const username = text(body, 'username')
    const found = tenant.users.find((item) => item.username === username)
    const user = checkPassword(simulation, found, text(body, 'password'))
    if (administrator && user.role !== 'admin')
      throw new Refusal(403, 'not_an_administrator', `"${username}" is not an administrator of ${tenant.hostName}`)
    return issueToken(simulation, { username, role: user.role, tenant })
  }

  app.post('/account/authenticate', byPassword(false))
  app.post('/account/authenticateAdmin', byPassword(true))

  app.post('/account/sso/authenticateClient', async (request) => {
    const body = asBody(request.body)
    const tenant = tenantOf(simulation, text(body, 'hostName'))
    const clientId = text(body, 'clientId')
    const known = tenant.clients.some((item) => item.clientId === clientId)
    if (!known || !(await provider.accepts(clientId, text(body, 'clientSecret'))))
      throw new Refusal(401, 'credentials_wrong', 'Client ID or client secret is wrong')
    return issueToken(simulation, { username: clientId, role: 'client', tenant })
  })

  app.post('/account/renewAuthentication', async (request) =>
    issueToken(simulation, await requireSubject(simulation, request, 'signed-in')),
  )

  app.get('/v1/ping', async () => ({ status: 'ok' }))
  app.get('/v1/ping/authorized', async (request) => {
    const subject = await requireSubject(simulation, request, 'signed-in')
    return { status: 'ok', username: subject.username }
  })
}
