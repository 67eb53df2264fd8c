import { type Client, createClient } from '@mkt/contract/client'
import { Abort, wrongUsage } from '../../abort.ts'
import { keyOfVariables } from './key-of-variables.ts'
import { profileName, readProfiles, type Secret } from './profiles.ts'
import { steadyFetch } from './steady-fetch.ts'
import { tracedFetch } from './traced-fetch.ts'

export const defaultUrl = 'http://127.0.0.1:7070'

/** Who asks, and where. */
export type Credentials = { url: string } & Secret

export interface Session {
  url: string
  credentials: Credentials
  client: Client
  /** A request whose answer is not JSON, such as a stream. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export interface Asking {
  env: Readonly<Record<string, string | undefined>>
  url: string | undefined
  profile: string | undefined
  /** Told of each request. */
  trace?: (line: string) => void
}

/** The platform's origin: no path, no trailing slash. */
export function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw wrongUsage(`"${text}" is not an address.`, 'Give one such as https://market.example.com.')
  return url.origin
}

/** The platform to speak to: the flag, MKT_URL, the profile, or the one on this machine. */
export function platformUrl({ env, url, profile }: Asking): string {
  return originOf(url ?? (env.MKT_URL || readProfiles(env)[profileName(env, profile)]?.url || defaultUrl))
}

/** The credentials in force: variables win over the profile. Undefined when there are none. */
export function findCredentials(asking: Asking): Credentials | undefined {
  const { env } = asking
  const url = platformUrl(asking)
  const given = keyOfVariables(env, asking.profile)
  if (given !== undefined) return { url, ...given }
  const stored = readProfiles(env)[profileName(env, asking.profile)]
  // A key is sent only to the platform it was given for.
  if (stored === undefined || stored.url !== url) return undefined
  return 'token' in stored ? { url, token: stored.token } : { url, clientId: stored.clientId, apiKey: stored.apiKey }
}

export function openSession(asking: Asking): Session {
  const credentials = findCredentials(asking)
  if (credentials !== undefined) return connect(credentials, asking.trace)
  throw notLoggedIn(asking)
}

function notLoggedIn(asking: Asking): Abort {
  const name = profileName(asking.env, asking.profile)
  const url = platformUrl(asking)
  const profiles = readProfiles(asking.env)
  const stored = profiles[name]
  if (stored !== undefined) {
    const source = asking.url === undefined ? 'MKT_URL' : '--url'
    const message = `${source} names ${url}, and the key of the profile "${name}" is for ${stored.url}: it is sent nowhere else.`
    return new Abort('credentials_missing', message, {
      fix: `Run "mkt login --url ${url} --profile <name>", set MKT_CLIENT_ID and MKT_API_KEY, or leave ${source} out.`,
    })
  }
  const others = Object.keys(profiles)
  const known = others.length === 0 ? '' : ` There are profiles: ${others.join(', ')}.`
  return new Abort('credentials_missing', `Not logged in to ${url} (profile "${name}").${known}`, {
    fix: 'Run "mkt login" or "mkt login --sso", or set MKT_CLIENT_ID and MKT_API_KEY.',
  })
}

/** The same credentials for the platform's registry. */
export function registryCredentials(
  credentials: Credentials,
): { username: string; password: string } | { token: string } {
  if ('token' in credentials) return { token: credentials.token }
  return { username: credentials.clientId, password: credentials.apiKey }
}

function authorizationOf(credentials: Credentials): string {
  if ('token' in credentials) return `Bearer ${credentials.token}`
  return `Basic ${Buffer.from(`${credentials.clientId}:${credentials.apiKey}`).toString('base64')}`
}

export function connect(credentials: Credentials, trace?: (line: string) => void): Session {
  const { url } = credentials
  const send = trace === undefined ? steadyFetch : tracedFetch(steadyFetch, trace)
  const authorization = authorizationOf(credentials)
  return {
    url,
    credentials,
    client: createClient({ baseUrl: url, authorization: () => authorization, fetch: send }),
    fetch: (path, init = {}) =>
      send(`${url}${path}`, { ...init, redirect: 'error', headers: { authorization, ...headersOf(init) } }),
  }
}

function headersOf(init: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(init.headers))
}
