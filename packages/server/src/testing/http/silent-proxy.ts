import type { AddressInfo } from 'node:net'
import { createServer, type Socket, connect as socketTo } from 'node:net'

export interface SilentProxy {
  port: number
  /** From now on nothing passes, and nobody is told: as when a network drops every packet. */
  silence(): void
  /** What waited passes on, and all goes on. */
  speak(): void
  close(): Promise<void>
}

/** Passes connections on to a PostgreSQL server, until it is told to keep silent. */
export async function startSilentProxy(target: { host: string; port: number }): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  const add = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (silent) socket.pause()
  }
  const server = createServer((incoming) => {
    const outgoing = socketTo(target.host.startsWith('/') ? { path: `${target.host}/.s.PGSQL.${target.port}` } : target)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes))
      from.on('end', () => to.end())
      from.on('close', () => to.destroy())
      add(from)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      silent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
