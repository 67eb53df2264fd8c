import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A process behind the balancer, and the port on which it says whether it takes requests, where that is another one. */
interface Backend {
  origin: string
  readiness?: string
}

/** Which process answered a request. */
interface Passed {
  origin: string
  method: string
  path: string
}

/** What stands in front of the processes of one role: one address, each request to the next process that is ready. */
export interface Balancer {
  url: string
  readonly passed: readonly Passed[]
  /** What was sent again to another process, with the one that did not answer. */
  readonly resent: readonly Passed[]
  close(): void
}

/** How often it looks while requests come. Without requests it wakes nobody. */
const LOOK_MS = 100
/** A connection is kept for less time than any of the processes keeps it, so that none closes while a request is on its way. */
const KEPT_MS = 5_000
/** What concerns one connection alone. */
const HOP = ['connection', 'keep-alive', 'transfer-encoding']

const endToEnd = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.includes(name)))

/**
 * Balances as those do that people run: it asks each process whether it is ready, keeps connections, and sends a request again whose connection
 * broke before a byte of the answer came. What a process answers is the answer, refusals included.
 */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, timeout: KEPT_MS })
  const passed: Passed[] = []
  const resent: Passed[] = []
  const ready = new Set<string>()
  const asked = new Set<string>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let turn = 0

  async function lookAt({ origin, readiness = origin }: Backend): Promise<void> {
    if (asked.has(origin)) return
    asked.add(origin)
    const answer = await fetch(`${readiness}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.ok === true) ready.add(origin)
    else ready.delete(origin)
    asked.delete(origin)
  }

  function look(): void {
    lookedAt = performance.now()
    for (const backend of backends) lookAt(backend).catch(() => undefined)
  }

  /** The processes in the order in which they are tried. */
  function inTurn(): string[] {
    if (performance.now() - lookedAt > LOOK_MS) look()
    const origins = backends.map(({ origin }) => origin)
    const seen = origins.filter((origin) => ready.has(origin))
    // Where none is ready all are asked, which say by themselves why not.
    const tried = seen.length > 0 ? seen : origins
    const first = turn++ % tried.length
    return [...tried.slice(first), ...tried.slice(0, first)]
  }

  function pass(asked: IncomingMessage, response: ServerResponse, body: Buffer, places: readonly string[]): void {
    const [origin, ...others] = places
    if (origin === undefined) return void response.writeHead(502).end('no process takes requests')
    const { method = '', url: path = '' } = asked
    const headers = endToEnd(asked.headers)
    if (body.length > 0) headers['content-length'] = body.length
    const sent = request(origin + path, { method, headers, agent })
    const leave = () => {
      if (!response.writableFinished) sent.destroy()
    }
    response.once('close', leave)
    sent.once('response', (answer) => {
      passed.push({ origin, method, path })
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers))
      answer.on('error', () => response.destroy())
      answer.pipe(response)
    })
    sent.on('error', () => {
      response.off('close', leave)
      if (response.headersSent || response.destroyed) return void response.destroy()
      resent.push({ origin, method, path })
      pass(asked, response, body, others)
    })
    sent.end(body)
  }

  async function take(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk as Buffer)
    pass(asked, response, Buffer.concat(chunks), inTurn())
  }

  const server = createServer((asked, response) => {
    take(asked, response).catch(() => response.destroy())
  })
  // Callers give an idle connection up before the balancer does.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    resent,
    close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}
