import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Duplex } from 'node:stream'
import { limits } from '@mkt/contract/limits'
import type { Renewal } from '../actions/route/hold-tunnel.ts'
import { tunnelTimes } from '../domain/route/tunnel.ts'
import { guarded } from '../lib/guarded.ts'
import type { Tunnel } from '../store/route/tunnels.ts'
import type { TunnelFigures } from './figures.ts'
import { forwardRequest, refuse } from './forward-request.ts'

/** Further requests are refused, so that a slow machine holds no more of this process. */
const MAX_AT_ONCE = limits.tunnelRequests.value
const CLOSE_MS = 5_000

/** What the process that asks is told instead of an answer. */
export const refusals = {
  not_connected: "The developer's machine is not connected.",
  too_many: "Too many requests wait for the developer's machine.",
} as const

export interface HeldTunnelParts {
  /** Whether the tunnel may go on; asked again and again. */
  renew(): Promise<Renewal>
  /** Called once, when the connection is gone. */
  ended(reason: string): void
  figures: Pick<TunnelFigures, 'request'>
  fault(error: unknown): void
}

/**
 * A connection of a developer's machine that this process holds. The machine opened it; on it the machine is the server and the platform the
 * client of HTTP/2, which brings streams, flow control and bounds of headers and memory.
 */
export class HeldTunnel {
  readonly tunnel: Tunnel
  readonly #session: ClientHttp2Session
  readonly #timer: NodeJS.Timeout
  readonly #gone: Promise<void>
  readonly #parts: HeldTunnelParts
  #running = 0
  #reason = 'disconnected'

  constructor(socket: Duplex, tunnel: Tunnel, parts: HeldTunnelParts) {
    this.tunnel = tunnel
    this.#parts = parts
    const session = connect('http://app', {
      createConnection: () => socket,
      settings: { enablePush: false },
      maxHeaderListPairs: 200,
      maxSessionMemory: 32,
    })
    this.#session = session
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gone = promise
    session.on('error', () => {})
    // The socket of an upgraded request would stay open for writing after the machine ended its side.
    socket.once(
      'end',
      guarded(parts.fault, () => session.destroy()),
    )
    session.once(
      'close',
      guarded(parts.fault, () => {
        clearInterval(this.#timer)
        resolve()
        parts.ended(this.#reason)
      }),
    )
    this.#timer = setInterval(
      guarded(parts.fault, () => this.#look()),
      tunnelTimes.renewMs,
    )
    this.#timer.unref()
  }

  forward(request: IncomingMessage, response: ServerResponse, fault: (error: unknown) => void): void {
    const { figures } = this.#parts
    const startedAt = performance.now()
    const trouble = this.#trouble()
    if (trouble !== undefined) {
      refuse(response, refusals[trouble])
      figures.request(trouble, startedAt)
      return
    }
    this.#running += 1
    const done = (status: number | 'no_answer') => {
      this.#running -= 1
      figures.request(status, startedAt)
    }
    forwardRequest(this.#session, request, response, done, fault)
  }

  #trouble(): keyof typeof refusals | undefined {
    if (this.#session.closed || this.#session.destroyed) return 'not_connected'
    return this.#running < MAX_AT_ONCE ? undefined : 'too_many'
  }

  /**
   * Ends the connection if the tunnel may not go on. A database that is away ends none: the lease is renewed when it is back. Where a
   * worker was faster and removed the row, the machine connects again by itself.
   */
  async check(): Promise<void> {
    const renewal = await this.#parts.renew()
    if (renewal === 'lost') this.#end('connection lost', constants.NGHTTP2_NO_ERROR)
    // With this code the machine does not connect again by itself.
    if (renewal === 'ended') this.#end('not allowed any more', constants.NGHTTP2_REFUSED_STREAM)
  }

  /** Lets what is in progress finish for a short while. */
  async close(reason: string): Promise<void> {
    this.#reason = reason
    this.#session.close()
    const late = setTimeout(() => this.#session.destroy(), CLOSE_MS)
    await this.#gone
    clearTimeout(late)
  }

  #end(reason: string, code: number): void {
    this.#reason = reason
    if (this.#session.destroyed) return
    // A session that is destroyed at once would not say why.
    this.#session.goaway(code)
    setImmediate(() => this.#session.destroy())
  }

  #look(): void {
    const dead = setTimeout(
      guarded(this.#parts.fault, () => this.#end('no answer to a ping', constants.NGHTTP2_NO_ERROR)),
      tunnelTimes.pingMs,
    )
    dead.unref()
    if (!this.#session.ping(() => clearTimeout(dead))) clearTimeout(dead)
    this.check().catch(this.#parts.fault)
  }
}
