import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export interface TestIdentityProvider {
  issuer: string
  /** What it says of the person who signs in next. */
  claims: { sub: string; [claim: string]: unknown }
  /** Signs with a new key from now on, as providers do now and then. */
  rotateKeys(): void
  /** How long its ID tokens are valid, in seconds. */
  idTokenSeconds: number
  /** How often somebody asked its token endpoint to redeem a code. */
  codesRedeemed: number
  /** Opens its sign-in page as a browser does, signs in, and gives the query it sends the browser back with. */
  signIn(url: string): Promise<string>
}

let keys = 0

/** A certified OpenID Connect provider that signs everybody in who comes, until it is stopped. */
export async function runIdentityProvider(options: {
  redirectUri: string
}): Promise<{ idp: TestIdentityProvider; stop: () => Promise<void> }> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const idp: TestIdentityProvider = {
    issuer,
    claims: { sub: 'subject-1' },
    idTokenSeconds: 3600,
    codesRedeemed: 0,
    rotateKeys: () => {
      handle = createHandler(idp, options.redirectUri)
    },
    signIn: (url) => signIn(url, options.redirectUri),
  }
  idp.rotateKeys()
  return { idp, stop }
}

function createHandler(idp: TestIdentityProvider, redirectUri: string) {
  keys += 1
  const jwk = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const provider = new Provider(idp.issuer, {
    clients: [
      {
        client_id: 'mkt',
        client_secret: 'the client secret',
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups', 'amr'] },
    conformIdTokenClaims: false,
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ ...idp.claims, sub: accountId }) }),
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { IdToken: () => idp.idTokenSeconds, AccessToken: 3600, Grant: 3600, Interaction: 3600, Session: 3600 },
    cookies: { keys: ['test'] },
    jwks: { keys: [{ ...jwk, kid: `key-${keys}`, use: 'sig', alg: 'RS256' } as never] },
  })
  const callback = provider.callback()
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/token') idp.codesRedeemed += 1
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response)
    void (async () => {
      const { grantId, params, session } = await provider.interactionDetails(request, response)
      const accountId = session?.accountId ?? idp.claims.sub
      const grant =
        (grantId === undefined ? undefined : await provider.Grant.find(grantId)) ??
        new provider.Grant({ accountId, clientId: String(params.client_id) })
      grant.addOIDCScope('openid email profile')
      const consent = { grantId: await grant.save() }
      // Methods belong to the sign-in, not to the account: the provider takes them from here alone.
      const { amr } = idp.claims
      const login = { accountId, ...(Array.isArray(amr) ? { amr: amr.map(String) } : {}) }
      await provider.interactionFinished(request, response, { login, consent })
    })()
  }
}

/** Follows the redirects with a fresh browser's cookies, up to the platform's own address. */
async function signIn(start: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`)
    url = new URL(location, url).href
    if (url.startsWith(redirectUri)) return new URL(url).search.slice(1)
  }
  throw new Error('The provider redirects forever')
}
