import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { type Answer, readQuestion, TYPE_A, writeAnswer } from './dns-message.ts'

/** The name server of an instance: on its loopback, apart from where applications listen. */
export const RESOLVER = { host: '127.0.0.53', port: 53 } as const

const MOST_A_SECOND = 1_000
const MOST_TCP_CONNECTIONS = 32
const TCP_OPEN_MS = 10_000
const FORWARD_MS = 5_000
const LONGEST_TCP_QUERY = 512

export interface ResolverOptions {
  /** The address to answer with, or null for a name that does not exist here. */
  addressOf(name: string): string | null
  /** Where questions go instead of being answered here. */
  forward?: { host: string; port: number } | undefined
  /** Where it listens; default: on the loopback. */
  at?: { host: string; port: number }
}

/** Answers questions for names by UDP and TCP. Nothing leaves the machine unless `forward` says so. */
export async function startResolver(options: ResolverOptions): Promise<void> {
  const limit = createLimit(MOST_A_SECOND)
  const answer = (query: Buffer): Buffer | null => {
    const question = readQuestion(query)
    if (question.kind === 'ignored') return null
    if (question.kind === 'malformed') return writeAnswer(query, 0, 'malformed')
    return writeAnswer(
      query,
      question.end,
      question.inInternet ? answerTo(question.name, question.type) : 'not implemented',
    )
  }
  const answerTo = (name: string, type: number): Answer => {
    const address = options.addressOf(name)
    if (address === null) return 'no such name'
    return type === TYPE_A ? { address } : 'no data'
  }
  await serveUdp(options, answer, limit)
  await serveTcp(options.at ?? RESOLVER, answer, limit)
}

async function serveUdp(
  { forward, addressOf, at = RESOLVER }: ResolverOptions,
  answer: (query: Buffer) => Buffer | null,
  limit: () => boolean,
): Promise<void> {
  const server = createSocket('udp4')
  const onQuery = (query: Buffer, from: { address: string; port: number }) => {
    if (!limit()) return
    if (forward !== undefined) {
      const question = readQuestion(query)
      if (question.kind === 'question') addressOf(question.name)
      forwardQuery(query, forward, (reply) => server.send(reply, from.port, from.address))
      return
    }
    const reply = answer(query)
    if (reply !== null) server.send(reply, from.port, from.address)
  }
  server.on('error', () => {})
  server.on(
    'message',
    guarded(() => {}, onQuery),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.bind(at.port, at.host, resolve)
  })
}

function forwardQuery(query: Buffer, to: { host: string; port: number }, reply: (answer: Buffer) => void): void {
  const socket = createSocket('udp4')
  const end = () => {
    clearTimeout(timer)
    socket.close()
  }
  const timer = setTimeout(
    guarded(() => {}, end),
    FORWARD_MS,
  )
  const done = (answer: Buffer) => {
    reply(answer)
    end()
  }
  socket.on('error', () => {})
  socket.on(
    'message',
    guarded(() => {}, done),
  )
  socket.send(query, to.port, to.host)
}

async function serveTcp(
  at: { host: string; port: number },
  answer: (query: Buffer) => Buffer | null,
  limit: () => boolean,
): Promise<void> {
  const accept = (socket: Socket) => {
    let held = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= 2) {
        const length = held.readUInt16BE(0)
        if (length > LONGEST_TCP_QUERY || !limit()) return void socket.destroy()
        if (held.length < length + 2) return
        const reply = answer(held.subarray(2, length + 2))
        if (reply === null) return void socket.destroy()
        const size = Buffer.alloc(2)
        size.writeUInt16BE(reply.length)
        socket.write(Buffer.concat([size, reply]))
        held = held.subarray(length + 2)
      }
    }
    socket.on('error', () => socket.destroy())
    const timer = setTimeout(() => socket.destroy(), TCP_OPEN_MS)
    socket.on('close', () => clearTimeout(timer))
    socket.on(
      'data',
      guarded(() => socket.destroy(), onData),
    )
  }
  const server = createServer((socket) =>
    guarded(
      () => socket.destroy(),
      () => accept(socket),
    )(),
  )
  server.maxConnections = MOST_TCP_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      server.on('error', () => {})
      resolve()
    })
  })
}

/** Says no once the second's share is used up: an application that floods its resolver slows down itself alone. */
function createLimit(most: number): () => boolean {
  let second = 0
  let used = 0
  return () => {
    const now = Math.floor(Date.now() / 1_000)
    if (now !== second) [second, used] = [now, 0]
    used += 1
    return used <= most
  }
}
