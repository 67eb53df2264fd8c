import { Failure } from '@mkt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ENGINE_TOKEN } from '../actions/image/pull-credential.ts'
import { createRegistryToken } from '../actions/image/registry-tokens.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { readScopes } from '../domain/image/registry-grant.ts'
import { challenge, engineSecret, grantable, refusalOf, registryCredentials } from './authorize.ts'
import type { RegistryTurns } from './registry-turns.ts'

const ENGINE_SECONDS = 3600

/**
 * `GET /v2/token`: exchanges client ID and API key for a token, the way Docker asks for it. It holds those of the scopes
 * that the key may have; a wish for a long-lived token is passed over, since user name and password serve as one.
 */
export async function giveToken(
  platform: Platform,
  turns: RegistryTurns,
  request: FastifyRequest,
  reply: FastifyReply,
  query: URLSearchParams,
): Promise<FastifyReply> {
  const credentials = registryCredentials(request.headers.authorization)
  if (credentials.kind !== 'basic')
    throw challenge(platform, request, 'Sign in with the client ID and the API key of your organization.')
  const send = (token: string, seconds: number) => {
    const body = { token, access_token: token, expires_in: seconds, issued_at: platform.clock.now().toISOString() }
    return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
  }
  const secret = engineSecret(credentials)
  if (secret !== undefined) return send(`${ENGINE_TOKEN}${secret}`, ENGINE_SECONDS)
  try {
    const wanted = readScopes(query.getAll('scope'))
    const { token, seconds } = await createRegistryToken(
      platform,
      { clientId: credentials.clientId, apiKey: credentials.secret, address: request.ip },
      async (caller) => {
        await turns.wait(request, caller)
        return grantable(platform, caller, wanted)
      },
    )
    return send(token, seconds)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'credentials_wrong') throw challenge(platform, request, error.message)
    throw refusalOf(error)
  }
}
