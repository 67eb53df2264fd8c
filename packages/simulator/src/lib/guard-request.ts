import type { IncomingHttpHeaders } from 'node:http'
import { foreignIn, hostName, isOwnHost, isOwnOrigin } from '@mkt/pages'
import { Refusal } from './refusal.ts'

/**
 * A page of another site must not write policies on somebody's laptop: what changes something comes from our own page.
 * A name that leads here without being ours could make a foreign page look like one, so such names are refused, too.
 */
export function requireOwnPage(headers: IncomingHttpHeaders, publicHost: string | undefined): void {
  const site = headers['sec-fetch-site']
  if (site === undefined ? !isOwnOrigin(headers) : site !== 'same-origin')
    throw new Refusal(
      403,
      'foreign_page',
      'This was not sent by a page of the policy desk. Open the desk and try again.',
    )
  if (!isOwnHost(headers, publicHost)) throw foreignHost(headers)
}

/** The same for what tools may ask as well. */
export function requireOwnPageOrTool(headers: IncomingHttpHeaders, publicHost: string | undefined): void {
  const foreign = foreignIn(headers, publicHost)
  if (foreign === 'page')
    throw new Refusal(403, 'foreign_page', 'The switches are for the page of the simulator and for tools')
  if (foreign === 'host') throw foreignHost(headers)
}

const foreignHost = (headers: IncomingHttpHeaders) =>
  new Refusal(
    403,
    'foreign_host',
    `Open the simulator by its address, or start it with --public-host ${hostName(headers) || 'and its name'}.`,
  )
