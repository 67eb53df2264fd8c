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

function work(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: order.host, port: order.port, noDelay: true })
    let sent = 0
    const send = () => {
      sent = performance.now()
      next = (next + 1) % requests.length
      socket.write(requests[next] ?? first)
    }
    const read = createAnswerReader((status) => {
      const now = performance.now()
      times.push(now - sent)
      if (!(status >= 200 && status < 300) && status !== 304) refused += 1
      if (now < end) return send()
      socket.end()
      resolve()
    })
    socket.on('connect', send)
    socket.on('data', read)
    socket.on('error', reject)
    socket.on('close', () => resolve())
  })
}

await Promise.all(Array.from({ length: order.connections }, work))
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
