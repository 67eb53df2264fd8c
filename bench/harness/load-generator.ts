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

const requests = order.requests.map(bytesOf)
const first = requests[0] ?? Buffer.alloc(0)
const began = performance.now()
const end = began + order.seconds * 1000
const times: number[] = []
let refused = 0
let next = 0

function open(onAnswer: (send: () => void, finish: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: order.host, port: order.port, noDelay: true })
    const send = () => {
      next = (next + 1) % requests.length
      socket.write(requests[next] ?? first)
    }
    const finish = () => {
      socket.end()
      resolve()
    }
    const read = createAnswerReader((status) => {
      if (!(status >= 200 && status < 300) && status !== 304) refused += 1
      onAnswer(send, finish)
    })
    socket.on('connect', () => onAnswer(send, finish))
    socket.on('data', read)
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

/** Each connection asks again when it is answered. */
function eager(): Promise<void> {
  let sent = 0
  return open((send, finish) => {
    const now = performance.now()
    if (sent > 0) times.push(now - sent)
    if (now >= end) return finish()
    sent = now
    send()
  })
}

/** Requests are due at an even rate; time counts from when one was due, so that a server that stalls is not spared. */
async function paced(perSecond: number): Promise<void> {
  const idle: (() => void)[] = []
  const due = { at: performance.now() }
  const everyMs = 1000 / perSecond
  let closed = false
  const serve = () => {
    for (const now = performance.now(); due.at <= now && due.at < end && idle.length > 0; due.at += everyMs) idle.pop()?.()
    if (!closed) setImmediate(serve)
  }
  setImmediate(serve)
  await Promise.all(
    Array.from({ length: order.connections }, () => {
      let began = 0
      return open((send, finish) => {
        const now = performance.now()
        if (began > 0) times.push(now - began)
        if (now >= end) return finish()
        const ask = () => {
          began = due.at
          send()
        }
        idle.push(ask)
        if (idle.length === order.connections) setTimeout(() => finishIdle(finish), Math.max(0, end - now)).unref()
      })
    }),
  )
  closed = true
}

function finishIdle(finish: () => void): void {
  if (performance.now() >= end) finish()
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
