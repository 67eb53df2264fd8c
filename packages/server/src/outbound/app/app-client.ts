import { parseAddress } from '@mkt/engines'
import { guarded } from '../../lib/guarded.ts'
import { headerLines } from '../../lib/http/header-lines.ts'
import { type Log, silentLog } from '../../lib/log.ts'
import { AppCall, type AppCaller } from './app-call.ts'
import { AppPool } from './app-pool.ts'
import { type AppSilence, internalSilence } from './app-silence.ts'
import type { Departure } from './departure.ts'
import { type AppAnswer, HeldAnswer } from './held-answer.ts'
import { requestHead } from './request-head.ts'

/** Where a request to an application goes. */
export interface AppTarget {
  id: string
  /** `http://host:port` or `unix:/path/to.sock`. */
  address: string
  /** Whether it is a developer's machine, behind the process that holds its connection. */
  tunnel?: boolean
}

export interface AppRequest {
  method: string
  /** Path and query. */
  target: string
  /** Names and values in turn, or written out already, each as a line. */
  headers: readonly string[] | string
  body: Buffer | null
  timeoutMs: number
  /** More of the answer than this is not kept. */
  maxAnswerBytes: number
  /** Asked before bytes of the answer are kept. */
  room?: (bytes: number) => boolean
  signal?: AbortSignal
  /** The same for a caller of our own. */
  departure?: Departure
}

/** A request whose headers are written out already, each as a line. */
export interface WrittenRequest {
  method: string
  target: string
  lines: string
}

/** A body that comes in pieces tells its length, or is sent in chunks. */
export type StreamedBody = { length: number | undefined }

/** Speaks HTTP to instances of applications: connections for each that are used again, and a count of what each is busy with. */
export interface AppClient {
  /** Sends and waits for the whole answer, or for the reason why there is none. Never rejects. */
  send(target: AppTarget, request: AppRequest): Promise<AppAnswer | AppSilence>
  /** Sends for a caller that sees the answer as it comes. The caller counts itself with `enter` and `leave`. */
  call(target: AppTarget, request: WrittenRequest, body: Buffer | null | StreamedBody, caller: AppCaller): AppCall
  /** Counts a request to the instance until it leaves. */
  enter(target: AppTarget): void
  leave(target: AppTarget): void
  busy(target: AppTarget): number
  /** The least busy of several; undefined when there is none. */
  choose<T extends AppTarget>(targets: readonly T[], except?: T): T | undefined
  close(): Promise<void>
}

const CONNECTIONS = 256
const SWEEP_MS = 1_000

interface Entry {
  pool: AppPool
  /** For the `host` header. */
  host: string
}

/** `tunnelLines` gives the headers that prove to another process that a request for a tunnel comes from the platform. */
export function createAppClient(log: Log = silentLog, tunnelLines?: (tunnelId: string) => string): AppClient {
  const entries = new Map<string, Entry>()
  const fault = (error: unknown) => log.error({ error }, 'A request to an application failed by a bug')
  let turn = 0
  /** Runs while there are connections to look after. */
  let sweep: NodeJS.Timeout | undefined

  function entryOf(target: AppTarget): Entry {
    const known = entries.get(target.address)
    if (known) return known
    const entry = openEntry(target.address, fault)
    entries.set(target.address, entry)
    if (sweep === undefined) {
      sweep = setInterval(guarded(fault, closeUnused), SWEEP_MS)
      sweep.unref()
    }
    return entry
  }

  function closeUnused(): void {
    const now = performance.now()
    for (const [address, { pool }] of entries) {
      pool.sweep(now)
      if (pool.unused) entries.delete(address)
    }
    if (entries.size > 0) return
    clearInterval(sweep)
    sweep = undefined
  }

  function enter(target: AppTarget): void {
    entryOf(target).pool.busy += 1
  }

  function leave(target: AppTarget): void {
    const entry = entries.get(target.address)
    if (entry) entry.pool.busy -= 1
  }

  function call(
    target: AppTarget,
    { method, target: path, lines }: WrittenRequest,
    body: Buffer | null | StreamedBody,
    caller: AppCaller,
  ): AppCall {
    const { pool, host } = entryOf(target)
    const streamed = body !== null && !Buffer.isBuffer(body)
    const chunked = streamed && body.length === undefined
    // Methods that usually have a body say so when theirs is empty; the others say nothing.
    const empty = method === 'POST' || method === 'PUT' || method === 'PATCH' ? 0 : null
    const length = chunked ? 'chunked' : (body?.length ?? empty)
    const proof = target.tunnel === true ? (tunnelLines?.(target.id) ?? '') : ''
    const head = requestHead(method, path, host, proof + lines, length)
    const request = { head, body: streamed ? ('open' as const) : body, chunked, toHead: method === 'HEAD' }
    const made = new AppCall(pool, caller, request)
    try {
      pool.acquire(made)
    } catch (error) {
      made.abandon()
      throw error
    }
    return made
  }

  return {
    enter,
    leave,
    busy: (target) => entries.get(target.address)?.pool.busy ?? 0,
    call,
    send(target, request) {
      enter(target)
      const held = new HeldAnswer(request, () => leave(target))
      try {
        const { method, target: path, headers, body } = request
        const lines = typeof headers === 'string' ? headers : headerLines(headers)
        held.begin(call(target, { method, target: path, lines }, body, held))
      } catch (error) {
        fault(error)
        held.onSilence(internalSilence)
      }
      return held.outcome
    },
    choose(targets, except) {
      if (targets.length === 1 && targets[0] !== except) return targets[0]
      let best: (typeof targets)[number] | undefined
      let least = Number.POSITIVE_INFINITY
      turn += 1
      for (let index = 0; index < targets.length; index += 1) {
        const candidate = targets[(index + turn) % targets.length]
        if (candidate === undefined || candidate === except) continue
        const busy = entries.get(candidate.address)?.pool.busy ?? 0
        if (busy >= least) continue
        best = candidate
        least = busy
      }
      return best
    },
    async close() {
      clearInterval(sweep)
      for (const { pool } of entries.values()) pool.close()
      entries.clear()
    },
  }
}

function openEntry(address: string, fault: (error: unknown) => void): Entry {
  const { origin, socketPath } = parseAddress(address)
  const { host, hostname, port } = new URL(origin)
  const place =
    socketPath === null
      ? { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? 80 : Number(port) }
      : { path: socketPath }
  return { pool: new AppPool(place, CONNECTIONS, fault), host }
}
