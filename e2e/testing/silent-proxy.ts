import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@mkt/engines'

/** Stands between clients on a port and a server on a socket. */
export interface SilentProxy {
  port: number
  /** From now on nothing passes, and nobody is told, as where a network drops every packet. */
  silence(): void
  /** New connections pass again; those that fell silent stay so until they are given up. */
  speak(): void
  close(): Promise<void>
}

export async function silentProxy(path: string): Promise<SilentProxy> {
  const port = await freePort()
  const ends = new Set<() => void>()
  const held = new Set<Socket>()
  let isSilent = false

  const server = createServer((client) => {
    held.add(client)
    client.on('error', () => {})
    client.on('close', () => held.delete(client))
    if (isSilent) return void client.resume()
    const upstream = connect(path)
    let isOver = false
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (chunk: Buffer) => {
        if (!isOver) to.write(chunk)
      })
      from.on('error', () => {})
      from.on('close', () => {
        if (!isOver) to.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
    const end = () => {
      isOver = true
      upstream.destroy()
    }
    ends.add(end)
    upstream.on('close', () => ends.delete(end))
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    port,
    silence() {
      isSilent = true
      for (const end of ends) end()
    },
    speak() {
      isSilent = false
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of held) socket.destroy()
      for (const end of ends) end()
      await closed
    },
  }
}
