import type { IncomingMessage } from 'node:http'
import { furtherAccess } from '@mkt/contract/api'
import { decideAccess, unowned } from '../../domain/accounts/access.ts'
import type { Platform } from '../platform/platform.ts'
import { identifyCaller } from './identify-caller.ts'

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether the request was made on this machine, and not handed on by a proxy that runs here. */
function isLocal(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress ?? ''
  const loopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.')
  return loopback && forwarding.every((name) => request.headers[name] === undefined)
}

/**
 * Figures (`/metrics`) are for this machine and for operators. Everybody else is told that there is nothing; a token that is not
 * valid is refused as anywhere.
 */
export async function mayReadFigures(platform: Platform, request: IncomingMessage): Promise<boolean> {
  if (isLocal(request)) return true
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token === undefined) return false
  const caller = await identifyCaller(platform, { kind: 'token', token, byCookie: false })
  return decideAccess(furtherAccess.readMetrics, caller, unowned) === 'allowed'
}
