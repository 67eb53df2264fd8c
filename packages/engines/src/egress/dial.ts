import { connect, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import type { Endpoint } from './rules.ts'

/** What a guard asks the outlet for: a connection to a name, at an address that is public or allowed. */
export interface DialOrder {
  name: string
  port: number
  allow: readonly string[]
}

export const DIALED = 'ok'
export const NOT_PUBLIC = 'not public'
/** How long the outlet may be away: it is replaced when it is killed. */
const PATIENCE_MS = 5_000
const AGAIN_MS = 200
const LONGEST_REPLY = 200

export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** A connection through the outlet, once it says that it is there. */
export async function dial(outlet: string, to: Endpoint, allow: readonly string[]): Promise<Socket> {
  const socket = await connectOutlet(outlet, Date.now() + PATIENCE_MS)
  const order: DialOrder = { name: to.host, port: to.port, allow }
  socket.write(`${JSON.stringify(order)}\n`)
  return await reply(socket)
}

async function connectOutlet(path: string, until: number): Promise<Socket> {
  for (;;) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect({ path, allowHalfOpen: true })
        socket.once('error', reject)
        socket.once('connect', () => {
          socket.off('error', reject)
          resolve(socket)
        })
      })
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
  }
}

function reply(socket: Socket): Promise<Socket> {
  return new Promise((resolve, reject) => {
    let held = Buffer.alloc(0)
    const fail = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    const onEnd = () => fail(new Error('the outlet went away'))
    const onData = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      const end = held.indexOf(0x0a)
      if (end < 0 && held.length < LONGEST_REPLY) return
      const said = held.subarray(0, Math.max(end, 0)).toString()
      if (said === NOT_PUBLIC) return fail(new NotPublic())
      if (said !== DIALED) return fail(new Error(said))
      socket.pause()
      socket.off('data', read)
      socket.off('end', onEnd)
      socket.off('error', fail)
      socket.off('close', onEnd)
      if (held.length > end + 1) socket.unshift(held.subarray(end + 1))
      resolve(socket)
    }
    const read = guarded(reject, onData)
    socket.on('data', read)
    socket.on('end', onEnd)
    socket.on('error', fail)
    socket.on('close', onEnd)
  })
}
