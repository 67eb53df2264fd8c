import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

/** Whether a browser tells that a page of the same origin sent this. */
export const isOwnOrigin = ({ origin, host = '' }: IncomingHttpHeaders) => origin?.replace(/^https?:\/\//, '') === host

/** The name or address in a `Host` header; empty where there is none. */
export const hostName = ({ host = '' }: IncomingHttpHeaders) =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''

/** Addresses, and names that nobody else can point at this machine. */
export function isOwnHost(headers: IncomingHttpHeaders, ownName?: string): boolean {
  const name = hostName(headers)
  return name === 'localhost' || name === ownName?.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/**
 * What is foreign about a request to a server on somebody's machine: a page of another site or port sent it, or it came by a name that
 * is pointed here. Tools name neither site nor origin. A page at such a name names neither when it reads, so the name counts
 * for everybody.
 */
export function foreignIn(headers: IncomingHttpHeaders, ownName?: string): 'page' | 'host' | undefined {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOurs || (origin !== undefined && !isOwnOrigin(headers))) return 'page'
  return isOwnHost(headers, ownName) ? undefined : 'host'
}
