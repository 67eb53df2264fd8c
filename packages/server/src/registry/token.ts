import { Failure } from '@mkt/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createToken } from '../actions/create-token.ts'
import type { Platform } from '../actions/platform.ts'
import { ENGINE_TOKEN } from '../actions/pull-credential.ts'
import { challenge, engineSecret, registryCredentials } from './authorize.ts'
import { RegistryError } from './registry-error.ts'

const ENGINE_SECONDS = 3600

/** `GET /v2/token`: exchanges client ID and API key for a token, the way Docker asks for it. What it may do is decided at each use. */
export async function giveToken(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const credentials = registryCredentials(request.headers.authorization)
  if (credentials.kind !== 'basic')
    throw challenge(platform, request, 'Sign in with the client ID and the API key of your organization.')
  const secret = engineSecret(credentials)
  if (secret !== undefined) {
    const token = `${ENGINE_TOKEN}${secret}`
    const body = {
      token,
      access_token: token,
      expires_in: ENGINE_SECONDS,
      issued_at: platform.clock.now().toISOString(),
    }
    return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
  }
  try {
    const { token, expiresAt } = await createToken(platform, {
      clientId: credentials.clientId,
      apiKey: credentials.secret,
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    const now = platform.clock.now()
    const seconds = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000)
    const body = { token, access_token: token, expires_in: seconds, issued_at: now.toISOString() }
    return reply.header('cache-control', 'no-store').type('application/json').send(JSON.stringify(body))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'credentials_wrong') throw challenge(platform, request, error.message)
    throw new RegistryError('DENIED', error.message)
  }
}
