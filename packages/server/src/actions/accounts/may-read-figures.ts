import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { furtherAccess } from '@mkt/contract/api'
import { isApplicationSource } from '@mkt/engines'
import { decideAccess, unowned } from '../../domain/accounts/access.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Platform } from '../platform/platform.ts'
import { identifyCaller } from './identify-caller.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A request for figures, as far as the decision needs to know it. */
export interface FiguresRequest {
  remoteAddress: string
  /** The first value of a header. Ask in lower case. */
  header(name: string): string | undefined
}

export function figuresRequest({ socket, headers }: IncomingMessage): FiguresRequest {
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value[0] : value
  }
  return { remoteAddress: socket.remoteAddress ?? '', header }
}

/** The same request on a port for applications: by IPv6 they come from the same address as everybody on this machine, so there only a token counts. */
export function withoutAddressTrust(request: FiguresRequest): FiguresRequest {
  const remoteAddress = request.remoteAddress === '::1' ? '' : request.remoteAddress
  return { remoteAddress, header: (name) => request.header(name) }
}

/**
 * Whether the request was made on this machine, and neither handed on by a proxy that runs here nor by an application: those of the sandbox come by
 * loopback too, from an address of their own.
 */
function isLocal(request: FiguresRequest): boolean {
  const address = request.remoteAddress.replace(/^::ffff:/, '')
  const loopback = address === '::1' || (address.startsWith('127.') && !isApplicationSource(address))
  return loopback && forwarding.every((name) => request.header(name) === undefined)
}

/** Compares digests, so that neither length nor content of the token shows in the time it takes. */
function isScrapeToken(expected: Secret | undefined, token: string): boolean {
  if (expected === undefined) return false
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(expected.reveal()), digest(token))
}

/**
 * Figures (`/metrics`) are for this machine, for scrapers with the token made for them, and for operators. Everybody else is told that there
 * is nothing; a token that is not valid is refused as anywhere.
 */
export async function mayReadFigures(
  platform: Pick<Platform, 'clock' | 'db' | 'policy' | 'strangers'>,
  request: FiguresRequest,
): Promise<boolean> {
  if (isLocal(request)) return true
  const token = /^bearer +(\S+)$/i.exec(request.header('authorization') ?? '')?.[1]
  if (token === undefined) return false
  if (isScrapeToken(platform.policy.metricsToken, token)) return true
  const use = { extend: true, address: request.remoteAddress }
  const caller = await identifyCaller(platform, { kind: 'token', token, byCookie: false }, use)
  return decideAccess(furtherAccess.readMetrics, caller, unowned) === 'allowed'
}
