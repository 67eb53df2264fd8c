import { constants, type ServerHttp2Session } from 'node:http2'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, RefusedError } from '@mkt/contract/client'
import { guarded } from '@mkt/engines'
import { answerStream } from './answer-stream.ts'
import type { AppCaller } from './call-app.ts'
import { connectTunnel } from './connect-tunnel.ts'
import type { PassedState } from './dev-state.ts'

export interface DevTunnelOptions {
  client: Pick<Client, 'openTunnel'>
  installationId: string
  caller: AppCaller
  print: (line: string) => void
  /** The first wait before connecting again; each further one is twice as long. */
  firstMs?: number
}

export interface DevTunnel {
  /** Reads state with a key that the platform gave to the working copy; undefined while nothing is connected. */
  state(target: string, etag: string | undefined): Promise<PassedState | undefined>
  /** Policy systems that state records named; the working copy may reach them. */
  readonly policySystems: ReadonlySet<string>
  close(): Promise<void>
}

const MAX_MS = 15_000
const STATE_MS = 10_000

/**
 * Brings the traffic of a test installation to the working copy. A connection that is lost is made again, with the same right; one that
 * the platform ended because somebody wanted it so is not.
 */
export async function openDevTunnel(options: DevTunnelOptions): Promise<DevTunnel> {
  const { print, firstMs = 500 } = options
  const policySystems = new Set<string>()
  const ending = new AbortController()
  let held = await connectOnce(options, undefined)
  print(`tunnel: traffic of ${options.installationId} comes here; Ctrl-C gives it back to the deployed release`)

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      const ended = await held.ended
      if (ending.signal.aborted) return
      if (ended === 'by the platform')
        return print('tunnel: the platform ended it; traffic goes to the deployed release')
      print('tunnel: the connection is lost; connecting again')
      const again = await reconnect(held.id)
      if (again === undefined) return
      held = again
      print('tunnel: connected again')
    }
  }

  async function reconnect(replaces: string): Promise<Held | undefined> {
    for (let waitMs = firstMs; !ending.signal.aborted; waitMs = Math.min(waitMs * 2, MAX_MS)) {
      await pause(waitMs, undefined, { signal: ending.signal }).catch(() => {})
      if (ending.signal.aborted) return undefined
      try {
        return await connectOnce(options, replaces)
      } catch (error) {
        if (error instanceof RefusedError && isFinal(error)) {
          print(`tunnel: not opened again: ${error.message}`)
          return undefined
        }
      }
    }
    return undefined
  }

  const kept = keep().catch((error: unknown) => print(`tunnel: ${String(error)}`))
  return {
    policySystems,
    async state(target, etag) {
      if (held.session.destroyed) return undefined
      const passed = await readState(held, target, etag)
      const record = passed.status === 200 ? (JSON.parse(passed.body) as { platformApiUrl?: unknown }) : {}
      if (typeof record.platformApiUrl === 'string') policySystems.add(record.platformApiUrl)
      return passed
    },
    async close() {
      ending.abort()
      held.session.destroy()
      await kept
    },
  }
}

/** Whether trying again leads nowhere: the right is gone, or somebody else has the tunnel. */
function isFinal({ status, code }: RefusedError): boolean {
  return [401, 403, 404].includes(status) || code === 'tunnel_taken' || code === 'tunnel_refused'
}

interface Held {
  id: string
  url: string
  ticket: string
  session: ServerHttp2Session
  /** Why the connection ended. */
  ended: Promise<'lost' | 'by the platform'>
}

async function connectOnce(options: DevTunnelOptions, replaces: string | undefined): Promise<Held> {
  const { client, installationId, caller, print } = options
  const body = replaces === undefined ? {} : { replaces }
  const { id, url, ticket } = await client.openTunnel({ params: { id: installationId }, body })
  const session = await connectTunnel(url, ticket)
  const { promise, resolve } = Promise.withResolvers<'lost' | 'by the platform'>()
  session.on('goaway', (code) => {
    if (code === constants.NGHTTP2_REFUSED_STREAM) resolve('by the platform')
  })
  session.once('close', () => resolve('lost'))
  session.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    const failed = (error: unknown) => {
      print(`tunnel: ${error instanceof Error ? error.message : String(error)}`)
      stream.close(constants.NGHTTP2_INTERNAL_ERROR)
    }
    guarded(failed, () => answerStream(caller, stream, headers))()
  })
  return { id, url, ticket, session, ended: promise }
}

async function readState({ url, ticket }: Held, target: string, etag: string | undefined): Promise<PassedState> {
  const answer = await fetch(url + target, {
    headers: { authorization: `Bearer ${ticket}`, ...(etag === undefined ? {} : { 'if-none-match': etag }) },
    redirect: 'error',
    signal: AbortSignal.timeout(STATE_MS),
  })
  const headers = ['content-type', 'etag', 'cache-control', 'retry-after'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  return { status: answer.status, headers: Object.fromEntries(headers), body: await answer.text() }
}
