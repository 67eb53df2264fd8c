// Run as a process: node load-generator.ts '<LoadOrder as JSON>'; prints a LoadResult. Raw sockets, finished request bytes.
import { connect } from 'node:net'
import { createAnswerReader } from './answer-reader.ts'
import type { LoadOrder, LoadResult, Request } from './load.ts'

const order = JSON.parse(process.argv[2] ?? '{}') as LoadOrder

function bytesOf({ method = 'GET', path, headers = {}, body = '' }: Request): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: ${order.host}:${order.port}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

const requests = order.requests.flatMap((request) =>
  Array.from({ length: request.count ?? 1 }, (_, n) =>
    bytesOf({ ...request, path: request.path.replace('{n}', String(n)) }),
  ),
)
const first = requests[0] ?? Buffer.alloc(0)
/** A process that has just begun is slower than what it measures: at an even rate its first second is not counted. */
const warmUpMs = order.perSecond === undefined ? 0 : 1_000
const began = performance.now() + warmUpMs
const end = began + order.seconds * 1000
const times: number[] = []
let refused = 0
let next = 0

interface Line {
  send(): void
  close(): void
}

function open(onAnswer: () => void): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: order.host, port: order.port, noDelay: true })
    const send = () => {
      next = (next + 1) % requests.length
      socket.write(requests[next] ?? first)
    }
    const read = createAnswerReader((status) => {
      if (!(status >= 200 && status < 300) && status !== 304) refused += 1
      onAnswer()
    })
    socket.on('data', read)
    socket.on('error', reject)
    socket.on('close', onAnswer)
    socket.on('connect', () => resolve({ send, close: () => socket.off('close', onAnswer).destroy() }))
  })
}

/** Asks again as soon as it is answered. */
async function eager(): Promise<void> {
  let sent = 0
  const done = Promise.withResolvers<void>()
  const line = await open(() => {
    const now = performance.now()
    times.push(now - sent)
    if (now >= end) return done.resolve()
    sent = now
    line.send()
  })
  sent = performance.now()
  line.send()
  await done.promise
  line.close()
}

/**
 * Requests are due at an even rate, whether the former ones were answered or not. Where a request could not be sent when it was due, because all
 * connections wait for answers, its time counts from then, so that a server that stalls is not spared. That this process was late itself does not
 * count: it sleeps in between, because a loop that only waits would take a processor from what it measures.
 */
async function paced(perSecond: number): Promise<void> {
  const idle: { line: Line; since: number }[] = []
  /** Whether requests are due for which there was no connection. */
  let isBehind = false
  const all = await Promise.all(
    Array.from({ length: order.connections }, async () => {
      const own = { since: 0 } as { line: Line; since: number }
      own.line = await open(() => {
        if (own.since >= began) times.push(performance.now() - own.since)
        idle.push(own)
        if (isBehind) sendDue()
      })
      return own
    }),
  )
  idle.push(...all)
  let due = performance.now()
  function sendDue(): void {
    const now = performance.now()
    for (; due < end && due <= now; due += 1000 / perSecond) {
      const free = idle.pop()
      if (free === undefined) {
        isBehind = true
        return
      }
      free.since = isBehind ? due : now
      free.line.send()
    }
    isBehind = false
  }
  while (due < end || (idle.length < all.length && performance.now() < end + 5_000)) {
    sendDue()
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(due, end) - performance.now())))
  }
  for (const { line } of all) line.close()
}

await (order.perSecond === undefined
  ? Promise.all(Array.from({ length: order.connections }, eager))
  : paced(order.perSecond))
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const result: LoadResult = {
  requests: times.length,
  refused,
  seconds: (performance.now() - began) / 1000,
  p50: at(0.5),
  p99: at(0.99),
}
process.stdout.write(JSON.stringify(result))
