import { z } from 'zod'
import type { Credentials } from '../../../domain/tenant/credential.ts'
import type { TenantAddress } from '../../../domain/tenant/tenant.ts'
import type { Token } from '../../../domain/tenant/token.ts'
import type { Clock } from '../../../lib/clock.ts'
import { Secret } from '../../../lib/secret.ts'
import type { PolicyClient } from '../policy-client.ts'
import type { PolicySystem, Purpose } from '../policy-system.ts'
import { PolicySystemError } from '../policy-system-error.ts'
import { readSchemaApart } from '../schema/read-schema-apart.ts'
import { observeConnected } from './observe.ts'

const LONGEST_TOKEN_MS = 30 * 86_400_000

/** A token becomes a header, so it holds visible characters alone; its end is a moment that exists. */
const signedIn = z.object({
  authorizationToken: z
    .string()
    .max(8192)
    .regex(/^[\x21-\x7e]+$/),
  expiresTimestamp: z.coerce.number().int().positive().max(8_640_000_000_000_000),
})

/** Each way of signing in has its own address; an administrator signs in apart from users. */
function signInRequest(credentials: Credentials, purpose: Purpose, hostName: string) {
  if (credentials.by === 'password') {
    const body = { username: credentials.username, password: credentials.password.reveal(), hostName }
    return purpose === 'integration'
      ? { path: `/account/authenticateAdmin?hostName=${encodeURIComponent(hostName)}`, body }
      : { path: '/account/authenticate', body }
  }
  if (credentials.by === 'client') {
    const body = { clientId: credentials.clientId, clientSecret: credentials.clientSecret.reveal(), hostName }
    return { path: '/account/sso/authenticateClient', body }
  }
  throw new PolicySystemError('refused', 'The connected variant takes no personal access token')
}

export function connectedSystem(client: PolicyClient, tenant: TenantAddress, clock: Clock): PolicySystem {
  return {
    async signIn(credentials, purpose): Promise<Token> {
      const obtainedAt = clock.now()
      try {
        const answer = await client.read(
          { method: 'POST', ...signInRequest(credentials, purpose, tenant.hostName) },
          signedIn,
        )
        if (answer.expiresTimestamp <= obtainedAt.getTime())
          throw new PolicySystemError('unavailable', 'The sign-in gave a token that has expired already')
        const expiresAt = new Date(Math.min(answer.expiresTimestamp, obtainedAt.getTime() + LONGEST_TOKEN_MS))
        return { token: new Secret(answer.authorizationToken), obtainedAt, expiresAt }
      } catch (error) {
        if (!(error instanceof PolicySystemError) || error.trouble === 'unavailable') throw error
        throw new PolicySystemError('refused', `The sign-in was refused: ${error.message}`)
      }
    },
    async checkAccess(token, purpose) {
      if (purpose === 'integration') await client.call({ method: 'GET', path: '/integrations', token })
      else await client.call({ method: 'GET', path: '/v1/ping/authorized', token })
    },
    readSchema: (token) => readSchemaApart(client, tenant, token, ['/products/', '/products/policyholder']),
    observe: (token) => observeConnected(client, token),
  }
}
