import type { Platform } from '../actions/platform/platform.ts'
import { readKey } from '../domain/route/key.ts'
import { hashToken } from '../lib/token.ts'
import { tunnelByTicket } from '../store/route/tunnels.ts'

const ANSWER_MS = 10_000
const PASSED = ['content-type', 'etag', 'cache-control', 'retry-after'] as const
const form = /^\/(?:state|settings)\/([\w-]{1,200})$/

export interface StateAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * Reads state for an application on a developer's machine, which the state interface does not reach. Only keys of the installation
 * that its tunnel is for are passed on; undefined where nothing may be told. The ticket is looked up in the turn of its sender; `full` where too many wait.
 */
export async function passState(
  { db, keyRing, addresses, clock }: Pick<Platform, 'db' | 'keyRing' | 'addresses' | 'clock'>,
  target: string,
  ticket: string,
  etag: string | undefined,
  inTurn: <Result>(lookUp: () => Promise<Result>) => Promise<Result | 'full'>,
): Promise<StateAnswer | 'full' | undefined> {
  const key = form.exec(target)?.[1]
  const facts = key === undefined ? undefined : readKey(keyRing, key)
  if (facts === undefined) return undefined
  const tunnel = await inTurn(() => tunnelByTicket(db, hashToken(ticket)))
  if (tunnel === 'full') return 'full'
  if (!tunnel?.connectedAt || tunnel.leaseUntil < clock.now() || tunnel.installationId !== facts.installationId)
    return undefined
  const answer = await fetch(`${addresses.stateUrl}${target}`, {
    headers: etag === undefined ? {} : { 'if-none-match': etag },
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  const headers = PASSED.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
