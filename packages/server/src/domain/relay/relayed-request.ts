import type { Variant } from '@mkt/manifest'

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

/**
 * What becomes of a request, by what the installation may do in the tenant. `paths` is its path below the address of the API in each way that a policy
 * system may read it.
 */
export function judgeRelayed(
  variant: Variant,
  way: 'read' | 'write',
  method: string,
  paths: readonly string[],
): RelayVerdict {
  if (variant === 'connected' && method === 'POST' && paths.includes(RENEWAL)) return 'renew'
  if (method === 'GET' || method === 'HEAD') return 'pass'
  if (paths.some((path) => signInPaths[variant].test(path))) return 'sign-in'
  if (way === 'write') return 'pass'
  const reads = method === 'POST' && paths.every((path) => readingPosts[variant].some((entry) => covers(entry, path)))
  return reads ? 'pass' : 'read-only'
}

function covers(entry: string, path: string): boolean {
  const wanted = entry.split('/')
  const given = path.split('/')
  return wanted.length === given.length && wanted.every((part, index) => part === '{}' || part === given[index])
}
