import * as oidc from 'openid-client'
import { isPlainText } from '../domain/identity/plain-text.ts'
import { createHttpClient, type OutboundRequest } from './http-client.ts'
import { discoveries, type OidcParty } from './oidc-discovery.ts'

export interface OidcProvider {
  issuer: string
  clientId: string
  clientSecret: string | undefined
}

/** What a provider says of somebody who signed in there. */
export interface OidcClaims {
  issuer: string
  subject: string
  email: string | null
  name: string | null
  amr: unknown
  /** Everything else, for the claim that holds the groups. */
  all: Readonly<Record<string, unknown>>
}

export interface OidcRequest {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

const MAX_BYTES = 512 * 1024
/** OpenID Connect Core, section 2. */
const MAX_SUBJECT = 255
const MAX_TEXT = 254
const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Speaks OpenID Connect with a provider that an organization entered: by the guarded client, within limits. */
export async function withProvider<Result>(
  provider: OidcProvider,
  allow: () => readonly string[],
  work: (client: { config: oidc.Configuration }) => Promise<Result>,
): Promise<Result> {
  const http = createHttpClient({ allow })
  const guardedFetch: oidc.CustomFetch = async (url, options) => {
    const body = options.body == null ? undefined : String(options.body)
    const answer = await http.send({
      method: options.method as OutboundRequest['method'],
      url,
      headers: options.headers,
      ...(body === undefined ? {} : { body }),
      timeoutMs: 10_000,
      maxBytes: MAX_BYTES,
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers })
  }
  const issuer = new URL(provider.issuer)
  try {
    const config = await oidc.discovery(issuer, provider.clientId, provider.clientSecret ?? {}, undefined, {
      [oidc.customFetch]: guardedFetch,
      execute: isLocal(issuer) ? [oidc.allowInsecureRequests] : [],
      timeout: 10,
    })
    return await work({ config })
  } finally {
    await http.close()
  }
}

/** Plain http reaches nothing but this machine, and that only where the operator allowed the address. */
function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

/** The address of the provider's sign-in page, for the code flow with PKCE. Nothing is asked of a provider that said where it is a while ago. */
export async function authorizationUrl(
  provider: OidcProvider,
  allow: () => readonly string[],
  party: OidcParty,
  request: OidcRequest,
  hint?: string,
): Promise<string> {
  const metadata = await discoveries.of(provider.issuer, party, () =>
    withProvider(provider, allow, async ({ config }) => ({ ...config.serverMetadata() })),
  )
  const config = new oidc.Configuration(metadata, provider.clientId)
  if (isLocal(new URL(provider.issuer))) oidc.allowInsecureRequests(config)
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: request.redirectUri,
    scope: 'openid email profile',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
    ...(hint === undefined ? {} : { login_hint: hint }),
  })
  return url.href
}

/** Exchanges the code for what the provider says. Issuer, audience, signature, times, state and nonce are checked on the way. */
export async function claimsOf(config: oidc.Configuration, query: string, request: OidcRequest): Promise<OidcClaims> {
  const tokens = await oidc.authorizationCodeGrant(config, new URL(`${request.redirectUri}?${query}`), {
    expectedState: request.state,
    expectedNonce: request.nonce,
    pkceCodeVerifier: request.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('The provider gave no ID token')
  // The library lets Entra ID vouch for every tenant at the addresses it has for all of them.
  if (claims.iss !== config.serverMetadata().issuer) throw new Error('The token is of another issuer')
  let all: Record<string, unknown> = claims
  // Some providers put nothing but the subject into the token.
  if (claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined)
    all = { ...(await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims }
  if (!isPlainText(claims.sub, MAX_SUBJECT)) throw new Error('The provider gave a subject that cannot be kept')
  const text = (value: unknown) =>
    typeof value === 'string' && value !== '' && isPlainText(value, MAX_TEXT) ? value : null
  const email = text(all.email)
  // Some providers send the truth value as text.
  const isUnverified = all.email_verified !== undefined && String(all.email_verified) !== 'true'
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isUnverified || email === null || !ADDRESS.test(email) ? null : email,
    name: text(all.name),
    amr: all.amr,
    all,
  }
}

export const newOidcRequest = (redirectUri: string): OidcRequest => ({
  redirectUri,
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
})

/** Why it did not work, in a few words that hold nothing of what was exchanged. */
export function oidcReason(error: unknown): string {
  const { code, message, error: answered } = error as { code?: string; message?: string; error?: string }
  if (typeof answered === 'string') return `The provider answered ${answered.slice(0, 80)}`
  return `${message ?? 'It failed'}${code === undefined ? '' : ` (${code})`}`.slice(0, 300)
}
