import { parseAddress } from '@mkt/engines'
import { type Dispatcher, Pool } from 'undici'

/** Where a request to an application goes. */
export interface AppTarget {
  id: string
  /** `http://host:port` or `unix:/path/to.sock`. */
  address: string
}

export interface AppRequest {
  method: string
  /** Path and query. */
  target: string
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | null
  timeoutMs: number
  /** More of the answer than this is not kept. */
  maxAnswerBytes: number
  signal?: AbortSignal
}

export type AppAnswer = {
  kind: 'answer'
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
  /** Whole length, as far as it was read. */
  size: number
  tooLong: boolean
}

/** Why there is no answer. `refused`: nobody listened, nothing was sent; `connect`: no connection in time, nothing was sent. */
export type AppSilence = {
  kind: 'silence'
  error: 'refused' | 'connect' | 'timeout' | 'broken' | 'aborted'
  message: string
}

/** Speaks HTTP to instances of applications: a pool of connections for each, and a count of what each is busy with. */
export interface AppClient {
  /** Sends and waits for the whole answer, or for the reason why there is none. Never rejects. */
  send(target: AppTarget, request: AppRequest): Promise<AppAnswer | AppSilence>
  /** Sends with a handler that sees the answer as it comes: for streams. The caller counts itself with `begin`. */
  dispatch(target: AppTarget, options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void
  /** Counts a request to the instance until the returned function is called. */
  begin(target: AppTarget): () => void
  busy(target: AppTarget): number
  /** The least busy of several; undefined when there is none. */
  choose<T extends AppTarget>(targets: readonly T[], except?: T): T | undefined
  close(): Promise<void>
}

const CONNECT_MS = 2_000
const CONNECTIONS = 256
const UNUSED_MS = 60_000

interface Entry {
  pool: Pool
  busy: number
  usedAt: number
}

export function createAppClient(): AppClient {
  const entries = new Map<string, Entry>()
  let turn = 0

  function entryOf(target: AppTarget): Entry {
    const known = entries.get(target.address)
    if (known) return known
    const { origin, socketPath } = parseAddress(target.address)
    const pool = new Pool(origin, {
      connections: CONNECTIONS,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: socketPath === null ? { timeout: CONNECT_MS } : { timeout: CONNECT_MS, socketPath },
      allowH2: false,
    })
    const entry = { pool, busy: 0, usedAt: Date.now() }
    entries.set(target.address, entry)
    return entry
  }

  const sweep = setInterval(() => {
    for (const [address, entry] of entries) {
      if (entry.busy > 0 || Date.now() - entry.usedAt < UNUSED_MS) continue
      entries.delete(address)
      void entry.pool.close()
    }
  }, UNUSED_MS)
  sweep.unref()

  function begin(target: AppTarget): () => void {
    const entry = entryOf(target)
    entry.busy += 1
    entry.usedAt = Date.now()
    let ended = false
    return () => {
      if (!ended) entry.busy -= 1
      ended = true
    }
  }

  return {
    begin,
    busy: (target) => entries.get(target.address)?.busy ?? 0,
    dispatch(target, options, handler) {
      entryOf(target).pool.dispatch(options, handler)
    },
    async send(target, request) {
      const end = begin(target)
      try {
        return await sendHeld(entryOf(target).pool, request)
      } finally {
        end()
      }
    },
    choose(targets, except) {
      let best: (typeof targets)[number] | undefined
      let least = Number.POSITIVE_INFINITY
      turn += 1
      for (let index = 0; index < targets.length; index += 1) {
        const candidate = targets[(index + turn) % targets.length]
        if (candidate === undefined || candidate === except) continue
        const busy = entries.get(candidate.address)?.busy ?? 0
        if (busy >= least) continue
        best = candidate
        least = busy
      }
      return best
    },
    async close() {
      clearInterval(sweep)
      await Promise.all([...entries.values()].map((entry) => entry.pool.destroy()))
      entries.clear()
    },
  }
}

function sendHeld(pool: Pool, request: AppRequest): Promise<AppAnswer | AppSilence> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let status = 0
    let headers: AppAnswer['headers'] = {}
    let size = 0
    let kept = 0
    const chunks: Buffer[] = []
    let given: AppSilence | undefined

    const timer = setTimeout(() => give('timeout', `no whole answer within ${request.timeoutMs} ms`), request.timeoutMs)
    const onAbort = () => give('aborted', 'the request was given up')
    request.signal?.addEventListener('abort', onAbort, { once: true })

    function settle(outcome: AppAnswer | AppSilence): void {
      clearTimeout(timer)
      request.signal?.removeEventListener('abort', onAbort)
      resolve(outcome)
    }

    function give(error: AppSilence['error'], message: string): void {
      given = { kind: 'silence', error, message }
      settle(given)
      controller?.abort(new Error(message))
    }

    function answer(tooLong: boolean): void {
      settle({ kind: 'answer', status, headers, body: Buffer.concat(chunks), size, tooLong })
    }

    pool.dispatch(
      { method: request.method, path: request.target, headers: request.headers, body: request.body },
      {
        onRequestStart(started) {
          controller = started
          if (given) started.abort(new Error(given.message))
        },
        onResponseStart(_controller, statusCode, answerHeaders) {
          status = statusCode
          headers = answerHeaders
        },
        onResponseData(current, chunk) {
          size += chunk.length
          if (kept < request.maxAnswerBytes) {
            const part = chunk.subarray(0, request.maxAnswerBytes - kept)
            chunks.push(part)
            kept += part.length
          }
          if (size <= request.maxAnswerBytes) return
          answer(true)
          current.abort(new Error('the answer is too long'))
        },
        onResponseEnd: () => answer(false),
        onResponseError: (_controller, error) => settle(silenceOf(error)),
      },
    )
  })
}

/** The words for a failure of the connection. */
export function silenceOf(error: Error & { code?: string }): AppSilence {
  const code = error.code ?? ''
  if (code === 'ECONNREFUSED' || code === 'ENOENT') {
    return { kind: 'silence', error: 'refused', message: 'nothing listens at the instance' }
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || /^(EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)) {
    return { kind: 'silence', error: 'connect', message: 'no connection to the instance in time' }
  }
  if (/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) {
    return { kind: 'silence', error: 'broken', message: 'the connection broke before the answer was whole' }
  }
  return { kind: 'silence', error: 'broken', message: `the answer could not be read (${code || error.name})` }
}
