import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { tunnelProtocol } from '@mkt/contract/api'
import { limits } from '@mkt/contract/limits'
import type { Platform } from '../actions/platform/platform.ts'
import { closeTunnel } from '../actions/route/close-tunnel.ts'
import { holdTunnel, renewTunnel } from '../actions/route/hold-tunnel.ts'
import { readTunnelLine, tunnelHeader } from '../domain/route/tunnel.ts'
import { callerAddress } from '../lib/http/caller-address.ts'
import { addressParty } from '../lib/sharing/address-party.ts'
import { createFairQueue, type FairQueue, QueueFull } from '../lib/sharing/fair-queue.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import type { Tunnel } from '../store/route/tunnels.ts'
import { tunnelFigures } from './figures.ts'
import { refuse } from './forward-request.ts'
import { HeldTunnel, refusals } from './held-tunnel.ts'
import { passState } from './pass-state.ts'
import { answer, hangUp, openTunnelPort, type TunnelPortOptions } from './tunnel-port.ts'

export interface TunnelServer {
  port: number
  stop(): Promise<void>
}

export interface TunnelServerOptions extends TunnelPortOptions {
  /** The host by which other processes reach this one, where that is not the one it listens on. */
  reachedAt?: string
}

/** Connections of one process. */
const MAX = 500
/** Tickets that are looked up: anybody can send one, and each takes a connection to the database that others need too, so addresses take turns. */
const TICKETS = { running: 16, runningPerParty: 4, waiting: 64, waitingPerParty: 12, waitMs: 5_000 }
/** Those of state reads: each request that a machine is given may read. */
const READS = { ...TICKETS, waiting: 1_024, waitingPerParty: 2 * limits.tunnelRequests.value }

/**
 * Listens for machines of developers, which connect with a ticket, and for other processes of the platform, which send requests for
 * them. Invariant: traffic goes to a machine only while a row says so, and a row lives only while its connection does.
 */
export async function startTunnels(platform: Platform, options: TunnelServerOptions): Promise<TunnelServer> {
  const { log, keyRing } = platform
  const held = new Map<string, HeldTunnel>()
  const closing = new Set<Promise<void>>()
  const figures = tunnelFigures(platform.metrics, () => held.size)
  const fault = (error: unknown) => {
    if (isDatabaseAway(error)) log.warn({ error }, 'A tunnel could not be renewed: the database is away')
    else log.error({ error }, 'A tunnel met a bug')
  }
  const opening = createFairQueue(TICKETS)
  const reading = createFairQueue(READS)
  const isTrusted = (from: string) => judgeAddress(from, 0, options.trustedProxies ?? []) === 'allowed'
  let address = ''
  let stopped = false

  /** In the turn of who sends the ticket; `full` where too many wait. */
  async function inTurn<Result>(
    turns: FairQueue,
    request: IncomingMessage,
    task: () => Promise<Result>,
  ): Promise<Result | 'full'> {
    const from = request.socket.remoteAddress ?? ''
    const chain = request.headers['x-forwarded-for']
    const party = addressParty(callerAddress(from, Array.isArray(chain) ? chain.join(',') : chain, isTrusted))
    return turns.run(party, task).catch((error: unknown) => {
      if (error instanceof QueueFull) return 'full' as const
      throw error
    })
  }

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const ticket = bearer(request)
    if (request.headers.upgrade?.toLowerCase() !== tunnelProtocol || ticket === undefined) return hangUp(socket, 404)
    const full = () => {
      figures.opening('full')
      hangUp(socket, 503)
    }
    if (stopped || held.size + opening.size().running >= MAX) return full()
    const tunnel = await inTurn(opening, request, () => holdTunnel(platform, ticket, address))
    if (tunnel === 'full') return full()
    figures.opening(tunnel === undefined ? 'refused' : 'opened')
    if (tunnel === undefined) return hangUp(socket, 401)
    if (socket.destroyed || stopped) {
      socket.destroy()
      return closeTunnel(platform, tunnel.id, 'disconnected')
    }
    if (head.length > 0) socket.unshift(head)
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${tunnelProtocol}\r\n\r\n`)
    const ended = (reason: string) => {
      held.delete(tunnel.id)
      const closed = closeTunnel(platform, tunnel.id, reason)
        // Its lease ends it where the database is away.
        .catch((error: unknown) => log.warn({ error, tunnelId: tunnel.id }, 'The end of a tunnel was not noted'))
        .finally(() => closing.delete(closed))
      closing.add(closed)
    }
    const renew = () => renewTunnel(platform, tunnel)
    held.set(tunnel.id, new HeldTunnel(socket, tunnel, { renew, ended, figures, fault }))
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = request.headers[tunnelHeader]
    if (typeof line === 'string') {
      const id = readTunnelLine(keyRing, line)
      if (id === undefined) return answer(response, 404)
      const tunnel = held.get(id)
      if (tunnel !== undefined) return tunnel.forward(request, response, fault)
      figures.request('not_connected', performance.now())
      return refuse(response, refusals.not_connected)
    }
    if (request.method === 'GET' && request.url === '/healthz') return answer(response, 200)
    const ticket = bearer(request)
    if (request.method !== 'GET' || ticket === undefined) return answer(response, 404)
    const etag = request.headers['if-none-match']
    const state = await passState(platform, request.url ?? '', ticket, etag, (lookUp) =>
      inTurn(reading, request, lookUp),
    )
    if (state === undefined) return answer(response, 404)
    if (state === 'full') return answer(response, 503)
    response.writeHead(state.status, state.headers).end(state.body)
  }

  const checkThose = async (concerns: (tunnel: Tunnel) => boolean) => {
    const concerned = [...held.values()].filter(({ tunnel }) => concerns(tunnel))
    await Promise.all(concerned.map((tunnel) => tunnel.check().catch(fault)))
  }
  // What ends a tunnel, in whichever process, is a change of its installation or of what opened it.
  const unsubscribes = [
    platform.changes.subscribe('installation', {
      changed: (id) => checkThose(({ installationId }) => installationId === id),
    }),
    platform.changes.subscribe('session', {
      changed: (id) => checkThose(({ apiKeyId, personId }) => apiKeyId === id || personId === id),
    }),
  ]
  const { port, close, cut } = await openTunnelPort(options, { request: onRequest, upgrade: onUpgrade }, log)
  address = `http://${options.reachedAt ?? options.host}:${port}`
  log.info({ port, address }, 'Tunnels of developers are taken on this port')
  return {
    port,
    async stop() {
      stopped = true
      for (const unsubscribe of unsubscribes) unsubscribe()
      close()
      await Promise.all([...held.values()].map((tunnel) => tunnel.close('the platform process ends')))
      await Promise.all(closing)
      cut()
    },
  }
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1]
}
