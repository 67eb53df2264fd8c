import type { Variant } from '@mkt/manifest'
import { withoutParameters } from '../route/path-segment.ts'

/**
 * Requests with `POST` that only read, below the address of the API. `{}` stands for one segment. Everything else that is not `GET` or
 * `HEAD` counts as writing: an unknown path is refused, not tried.
 */
export const readingPosts: Readonly<Record<Variant, readonly string[]>> = {
  connected: [
    '/account/renewAuthentication',
    '/search',
    '/policy/search',
    '/policyholder/search',
    '/claim/search',
    '/invoice/search',
  ],
  enterprise: [
    '/search/{}',
    '/policy/{}/accounts/search',
    '/policy/{}/quotes/search',
    '/policy/{}/policies/search',
    '/billing/{}/invoices/search',
    '/claim/{}/search',
  ],
}

/** Paths that hand out credentials: with them an application could keep what the relay is there to keep from it. */
const signInPaths: Readonly<Record<Variant, RegExp>> = {
  connected: /^\/account(\/|$)/i,
  enterprise: /^\/auth(\/|$)/i,
}

const RENEWAL = '/account/renewAuthentication'

export type RelayVerdict =
  | 'pass'
  /** The relay answers with its own token instead of one of the policy system. */
  | 'renew'
  | 'sign-in'
  | 'read-only'

/** What becomes of a request, by what the installation may do in the tenant. `path` is that below the address of the API, as it was written. */
export function judgeRelayed(variant: Variant, way: 'read' | 'write', method: string, path: string): RelayVerdict {
  const plain = plainPath(path)
  if (variant === 'connected' && method === 'POST' && plain === RENEWAL) return 'renew'
  if (method === 'GET' || method === 'HEAD') return 'pass'
  if (signInPaths[variant].test(plain)) return 'sign-in'
  if (way === 'write') return 'pass'
  const reads = method === 'POST' && readingPosts[variant].some((entry) => covers(entry, plain))
  return reads ? 'pass' : 'read-only'
}

/** The path as a lenient server might understand it: escapes resolved, no empty segments, no parameters. */
function plainPath(path: string): string {
  const resolved = path.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const segments = resolved
    .split('/')
    .map(withoutParameters)
    .filter((segment) => segment !== '')
  return `/${segments.join('/')}`
}

function covers(entry: string, path: string): boolean {
  const wanted = entry.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part === '{}' || part === given[index])
}
