import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { tunnelProtocol } from '@mkt/contract/api'
import type { Platform } from '../actions/platform/platform.ts'
import { closeTunnel } from '../actions/route/close-tunnel.ts'
import { holdTunnel, renewTunnel } from '../actions/route/hold-tunnel.ts'
import { readTunnelLine, tunnelHeader } from '../domain/route/tunnel.ts'
import { guarded } from '../lib/guarded.ts'
import { isDatabaseAway } from '../store/database/database-away.ts'
import { refuse } from './forward-request.ts'
import { HeldTunnel } from './held-tunnel.ts'
import { type ListenOptions, listen, reachedAt } from './listen.ts'
import { passState } from './pass-state.ts'

export interface TunnelServer {
  port: number
  stop(): Promise<void>
}

/** Connections of one process. */
const MOST = 500
/** Tickets that are looked up at once: anybody can send one, and each takes a connection to the database that others need too. */
const MOST_CONNECTING = 16
const HEADERS_MS = 10_000
const HEADER_BYTES = 64 * 1024

/**
 * Listens for machines of developers, which connect with a ticket, and for other processes of the platform, which send requests for
 * them. Invariant: traffic goes to a machine only while a row says so, and a row lives only while its connection does.
 */
export async function startTunnels(platform: Platform, options: ListenOptions): Promise<TunnelServer> {
  const { log, keyRing } = platform
  const held = new Map<string, HeldTunnel>()
  const closing = new Set<Promise<void>>()
  const fault = (error: unknown) => {
    if (isDatabaseAway(error)) log.warn({ error }, 'A tunnel could not be renewed: the database is away')
    else log.error({ error }, 'A tunnel met a bug')
  }
  let address = ''
  let connecting = 0
  let stopped = false

  async function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on('error', () => socket.destroy())
    const ticket = bearer(request)
    if (request.headers.upgrade?.toLowerCase() !== tunnelProtocol || ticket === undefined) return hangUp(socket, 404)
    if (stopped || connecting >= MOST_CONNECTING || held.size + connecting >= MOST) return hangUp(socket, 503)
    connecting += 1
    const tunnel = await holdTunnel(platform, ticket, address).finally(() => {
      connecting -= 1
    })
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
    held.set(tunnel.id, new HeldTunnel(socket, tunnel, { renew: () => renewTunnel(platform, tunnel), ended, fault }))
  }

  async function onRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = request.headers[tunnelHeader]
    if (typeof line === 'string') {
      const id = readTunnelLine(keyRing, line)
      if (id === undefined) return answer(response, 404)
      const tunnel = held.get(id)
      return tunnel === undefined
        ? refuse(response, "The developer's machine is not connected.")
        : tunnel.forward(request, response, fault)
    }
    if (request.method === 'GET' && request.url === '/healthz') return answer(response, 200)
    const ticket = bearer(request)
    if (request.method !== 'GET' || ticket === undefined) return answer(response, 404)
    const state = await passState(platform, request.url ?? '', ticket, request.headers['if-none-match'])
    if (state === undefined) return answer(response, 404)
    response.writeHead(state.status, state.headers).end(state.body)
  }

  const server = createServer({ maxHeaderSize: HEADER_BYTES, headersTimeout: HEADERS_MS })
  server.on('request', (request, response) => {
    const failed = (error: unknown) => {
      log.warn({ error }, 'A request for a tunnel failed')
      if (!response.headersSent) answer(response, 503)
      else response.destroy()
    }
    guarded(failed, onRequest)(request, response)
  })
  server.on('upgrade', (request, socket, head) => {
    const failed = (error: unknown) => {
      log.warn({ error }, 'A tunnel could not be opened')
      hangUp(socket, 503)
    }
    guarded(failed, onUpgrade)(request, socket, head)
  })
  // What ends a tunnel, in whichever process, is a change of its installation.
  const unsubscribe = platform.changes.subscribe('installation', {
    async changed(id) {
      const concerned = [...held.values()].filter(({ tunnel }) => tunnel.installationId === id)
      await Promise.all(concerned.map((tunnel) => tunnel.check().catch(fault)))
    },
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const port = await listen(server, options)
  server.on('error', fault)
  address = `http://${reachedAt(options.host)}:${port}`
  log.info({ port }, 'Tunnels of developers are taken on this port')
  return {
    port,
    async stop() {
      stopped = true
      unsubscribe()
      server.close()
      await Promise.all([...held.values()].map((tunnel) => tunnel.close('the platform process ends')))
      await Promise.all(closing)
      server.closeAllConnections()
    },
  }
}

function bearer({ headers }: IncomingMessage): string | undefined {
  return /^Bearer ([\w-]{1,200})$/.exec(headers.authorization ?? '')?.[1]
}

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify({ status }))
}

function hangUp(socket: Duplex, status: 401 | 404 | 503): void {
  const reasons = { 401: 'Unauthorized', 404: 'Not Found', 503: 'Service Unavailable' } as const
  // The server looks after no socket that asked for an upgrade: a stranger that does not close its side would keep it forever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${reasons[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
