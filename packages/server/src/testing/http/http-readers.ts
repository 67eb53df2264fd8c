import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { BadMessage } from '../../lib/http/bad-message.ts'
import { ServerConnection } from '../../lib/http/server-connection.ts'
import type { ServerExchange } from '../../lib/http/server-exchange.ts'

/** A request as a reader understood it. */
export interface ReadRequest {
  method: string
  target: string
  /** Names in lower case and values in turn, without those of the connection. */
  headers: string[]
  body: string
}

export interface Reading {
  requests: ReadRequest[]
  refused: boolean
}

const limits = { headBytes: 16 * 1024, headMs: 60_000, requestMs: 60_000, idleMs: 60_000, drainMs: 60_000 }

function bodyOf(exchange: ServerExchange): Promise<string> {
  if (exchange.body !== undefined) return Promise.resolve(exchange.body.toString('latin1'))
  return new Promise((resolve) => {
    let text = ''
    exchange.onGone = () => resolve(`${text}…`)
    exchange.readBody({
      onData(chunk) {
        text += chunk.toString('latin1')
      },
      onEnd: () => resolve(text),
    })
  })
}

/** Sends the pieces one after another and waits until the reader has worked off each. */
async function send(side: Duplex, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    side.write(piece)
    await new Promise(setImmediate)
  }
  side.end()
  side.resume()
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate)
}

/** What our server understands of these bytes. */
export async function readByOurs(pieces: readonly Buffer[]): Promise<Reading> {
  const [near, far] = duplexPair()
  const reading: Reading = { requests: [], refused: false }
  const socket = Object.assign(far, { setNoDelay: () => far }) as unknown as Socket
  const connection = new ServerConnection(
    socket,
    limits,
    {
      async request(exchange) {
        const { method, target, headers } = exchange
        const body = await bodyOf(exchange)
        if (!body.endsWith('…')) reading.requests.push({ method, target, headers: [...headers], body })
        exchange.reply(200, '', 'ok')
      },
      refused(refused, problem) {
        if (!(problem instanceof BadMessage)) throw problem
        reading.refused = true
        refused.end()
      },
      failed(error) {
        throw error
      },
      closed: () => {},
      stopping: () => false,
      closing: () => false,
    },
    0,
  )
  // As on a port, the read buffer is shared: what was not copied is overwritten.
  const shared = Buffer.alloc(64 * 1024)
  far.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; at += shared.length) {
      const count = chunk.copy(shared, 0, at)
      connection.feed(shared.subarray(0, count))
      shared.fill('#')
    }
  })
  await send(near, pieces)
  return reading
}

/** What Node's own server understands of them. */
export async function readByNode(pieces: readonly Buffer[]): Promise<Reading> {
  const [near, far] = duplexPair()
  const reading: Reading = { requests: [], refused: false }
  const server = createServer({ insecureHTTPParser: false, requireHostHeader: true }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString('latin1')
    })
    request.on('end', () => {
      const headers = request.rawHeaders.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text))
      reading.requests.push({ method: request.method ?? '', target: request.url ?? '', headers, body })
      response.end('ok')
    })
    request.on('error', () => {})
  })
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('clientError', (_error, socket) => {
    reading.refused = true
    // What was read before is still told.
    setImmediate(() => socket.destroy())
  })
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
  server.emit('connection', far)
  await send(near, pieces)
  far.destroy()
  return reading
}
