import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../lib/refusal.ts'

const nameOf = (host: string) => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '')

/** Addresses and names that nobody else can point at this machine. */
function isOwnHost(host: string, publicHost: string | undefined): boolean {
  const name = nameOf(host)
  return name === 'localhost' || name === publicHost || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}

/**
 * A page of another site must not write policies on somebody's laptop: what changes something comes from our own page.
 * A name that leads here without being ours could make a foreign page look like one, so such names are refused, too.
 */
export function requireOwnPage(request: FastifyRequest, publicHost: string | undefined): void {
  const { host = '', origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isOurs =
    site === undefined ? origin !== undefined && origin.replace(/^https?:\/\//, '') === host : site === 'same-origin'
  if (!isOurs)
    throw new Refusal(
      403,
      'foreign_page',
      'This was not sent by a page of the policy desk. Open the desk and try again.',
    )
  if (!isOwnHost(host, publicHost))
    throw new Refusal(
      403,
      'foreign_host',
      `Open the desk by its address, or start the simulator with --public-host ${nameOf(host)}.`,
    )
}
