import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import { performServerHandshake, type ServerHttp2Session } from 'node:http2'
import { request as tlsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { tunnelProtocol } from '@mkt/contract/api'
import { Abort } from '../../abort.ts'

const CONNECT_MS = 10_000
/** More requests at once than anybody tries by hand, and few enough for a working copy. */
const MAX_AT_ONCE = 32

const fixes: Readonly<Record<number, string>> & { other: string } = {
  401: 'Somebody else asked for a tunnel to this installation at the same moment, or the right to it ended. Start it again.',
  503: 'The platform takes no further tunnel at this moment. Start it again in a minute.',
  other:
    'Check that nothing between here and the platform refuses protocol upgrades (MKT_TUNNEL_URL names the address).',
}

/** Connects to the platform with a ticket. On this connection the platform asks and this machine answers, by HTTP/2. */
export async function connectTunnel(url: string, ticket: string): Promise<ServerHttp2Session> {
  const send = url.startsWith('https:') ? tlsRequest : plainRequest
  const asked = send(`${url}/`, {
    headers: { connection: 'upgrade', upgrade: tunnelProtocol, authorization: `Bearer ${ticket}` },
    signal: AbortSignal.timeout(CONNECT_MS),
  })
  asked.end()
  const outcome = await Promise.race([
    once(asked, 'upgrade').then(([, socket, head]) => ({ socket: socket as Duplex, head: head as Buffer })),
    once(asked, 'response').then(([{ statusCode }]) => statusCode as number),
  ])
  if (typeof outcome === 'number') {
    asked.destroy()
    const fix = fixes[outcome] ?? fixes.other
    throw new Abort('tunnel_failed', `${url} answered ${outcome} instead of opening the tunnel.`, { fix })
  }
  // The platform may begin to speak right after its answer.
  if (outcome.head.length > 0) outcome.socket.unshift(outcome.head)
  const session = performServerHandshake(outcome.socket, { settings: { maxConcurrentStreams: MAX_AT_ONCE } })
  session.on('error', () => {})
  return session
}
