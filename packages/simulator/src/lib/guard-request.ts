import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { Refusal } from './refusal.ts'

/**
 * A page of another site must not write policies on somebody's laptop: what changes something comes from our own page.
 * A name that leads here without being ours could make a foreign page look like one, so such names are refused, too.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, publicHost: string | undefined): void {
  if (headers['sec-fetch-site'] === undefined ? !isOwnOrigin(headers) : headers['sec-fetch-site'] !== 'same-origin')
    throw new Refusal(
      403,
      'foreign_page',
      'This was not sent by a page of the policy desk. Open the desk and try again.',
    )
  requireOwnHost(headers, publicHost)
}

/**
 * The same for what tools may ask as well: they name neither site nor origin. A page at a name that is pointed here names
 * neither when it reads, so the name counts for everybody.
 */
export function requireOwnPageOrTool(headers: IncomingHttpHeaders, publicHost: string | undefined): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isOurs = site === undefined || site === 'same-origin' || site === 'none'
  if (!isOurs || (origin !== undefined && !isOwnOrigin(headers)))
    throw new Refusal(403, 'foreign_page', 'The switches are for the page of the simulator and for tools')
  requireOwnHost(headers, publicHost)
}

const isOwnOrigin = ({ origin, host = '' }: IncomingHttpHeaders) => origin?.replace(/^https?:\/\//, '') === host

const nameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/** Addresses and names that nobody else can point at this machine. */
function requireOwnHost({ host = '' }: IncomingHttpHeaders, publicHost: string | undefined): void {
  const name = nameOf(host)
  if (name === 'localhost' || name === publicHost?.toLowerCase() || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return
  throw new Refusal(
    403,
    'foreign_host',
    `Open the simulator by its address, or start it with --public-host ${name || 'and its name'}.`,
  )
}
