import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { type Answer, readQuestion, TYPE_A, writeAnswer } from './dns-message.ts'
import { type Forward, forwardByTcp, forwardByUdp, withLength } from './forward-question.ts'

/** The name server of an instance: on its loopback, apart from where applications listen. */
export const RESOLVER = { host: '127.0.0.53', port: 53 } as const

const MAX_A_SECOND = 1_000
const MAX_TCP_CONNECTIONS = 32
const TCP_OPEN_MS = 10_000
const LONGEST_TCP_QUERY = 512

export interface ResolverOptions {
  /** The address to answer with, or null for a name that does not exist here. */
  addressOf(name: string): string | null
  /** Where questions go instead of being answered here, except those for names that are answered here anyway. */
  forward?: (Forward & { except?(name: string): boolean }) | undefined
  /** Where it listens; default: on the loopback. */
  at?: { host: string; port: number }
}

/** Answers questions for names by UDP and TCP. Nothing leaves the machine unless `forward` says so. */
export async function startResolver(options: ResolverOptions): Promise<void> {
  const limit = createLimit(MAX_A_SECOND)
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
  await serveTcp(options, answer, limit)
}

async function serveUdp(
  options: ResolverOptions,
  answer: (query: Buffer) => Buffer | null,
  limit: () => boolean,
): Promise<void> {
  const { at = RESOLVER } = options
  const server = createSocket('udp4')
  const onQuery = (query: Buffer, from: { address: string; port: number }) => {
    if (!limit()) return
    const forward = forwardOf(options, query)
    if (forward !== null) {
      forwardByUdp(query, forward, (reply) => server.send(reply, from.port, from.address))
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

/** Where a question goes, if it is not answered here. The name counts as asked for in any case. */
function forwardOf({ forward, addressOf }: ResolverOptions, query: Buffer): Forward | null {
  if (forward === undefined) return null
  const question = readQuestion(query)
  if (question.kind !== 'question') return forward
  if (forward.except?.(question.name) === true) return null
  addressOf(question.name)
  return forward
}

async function serveTcp(
  options: ResolverOptions,
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
        const query = held.subarray(2, length + 2)
        held = held.subarray(length + 2)
        const forward = forwardOf(options, query)
        if (forward !== null) {
          forwardByTcp(query, forward, (reply) => {
            socket.write(withLength(reply))
          })
          continue
        }
        const reply = answer(query)
        if (reply === null) return void socket.destroy()
        socket.write(withLength(reply))
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
  server.maxConnections = MAX_TCP_CONNECTIONS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.at ?? RESOLVER, () => {
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
