import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair } from 'jose'
import { fetch } from 'undici'
import type { Simulation } from '../core/simulation.ts'
import { derivedSecret } from '../lib/derive.ts'
import { ForgetfulAdapter } from './forgetful-adapter.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

const MOUNT = '/oidc'

/** The OpenID Connect server of the tenants: client credentials are judged by it, not by us. */
export type IdentityProvider = { accepts: (clientId: string, clientSecret: string) => Promise<boolean> }

/** It is loaded at its first use, because most starts never sign a client in. */
export function mountIdentityProvider(
  app: FastifyInstance,
  simulation: Simulation,
  origin: () => string,
): IdentityProvider {
  let handler: Promise<Handler> | undefined
  const load = () => {
    handler ??= createHandler(simulation, `${origin()}${MOUNT}`)
    return handler
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The provider reads the body itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all(`${MOUNT}/*`, async (request, reply) => {
      const handle = await load()
      const raw = request.raw as IncomingMessage & { originalUrl?: string; baseUrl?: string }
      raw.originalUrl = raw.url ?? ''
      raw.baseUrl = MOUNT
      raw.url = raw.originalUrl.slice(MOUNT.length)
      reply.hijack()
      handle(raw, reply.raw)
    })
  })

  return {
    accepts: async (clientId, clientSecret) => {
      const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)
      const response = await fetch(`${origin()}${MOUNT}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${basic.toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials',
      })
      await response.text()
      return response.ok
    },
  }
}

async function createHandler(simulation: Simulation, issuer: string): Promise<Handler> {
  const { Provider } = await import('oidc-provider')
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    adapter: ForgetfulAdapter,
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    clients: simulation.world.connected
      .flatMap((tenant) => tenant.clients)
      .map((client) => ({
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: 600 },
    cookies: { keys: [derivedSecret(simulation.world.seed, 'oidc cookies')] },
  })
  return provider.callback()
}
