import { createSocket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { guarded } from '../guarded.ts'

const FORWARD_MS = 5_000

/** The name server that is asked in turn. */
export interface Forward {
  host: string
  port: number
}

export function forwardByUdp(query: Buffer, to: Forward, reply: (answer: Buffer) => void): void {
  const socket = createSocket(isIPv6(to.host) ? 'udp6' : 'udp4')
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

/** By TCP, as programs ask again when an answer was too long for a packet. */
export function forwardByTcp(query: Buffer, { host, port }: Forward, reply: (answer: Buffer) => void): void {
  const socket = connect({ host, port })
  let held = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    if (held.length < 2 || held.length < held.readUInt16BE(0) + 2) return
    reply(held.subarray(2, held.readUInt16BE(0) + 2))
    socket.destroy()
  }
  socket.on('error', () => socket.destroy())
  socket.on(
    'data',
    guarded(() => socket.destroy(), onData),
  )
  const timer = setTimeout(() => socket.destroy(), FORWARD_MS)
  socket.on('close', () => clearTimeout(timer))
  socket.write(withLength(query))
}

/** As messages go by TCP. */
export function withLength(message: Buffer): Buffer {
  const size = Buffer.alloc(2)
  size.writeUInt16BE(message.length)
  return Buffer.concat([size, message])
}
