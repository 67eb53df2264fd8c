import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'

export interface ListenOptions {
  host: string
  /** Undefined: the usual one, or any free one where that is taken. */
  port: number | undefined
}

const USUAL_PORT = 7076

export async function listen(server: Server, { host, port }: ListenOptions): Promise<number> {
  const begin = async (at: number) => {
    server.listen(at, host)
    await once(server, 'listening')
  }
  await begin(port ?? USUAL_PORT).catch((error: NodeJS.ErrnoException) => {
    // The tool is told the address with each tunnel, so that any port will do.
    if (error.code === 'EADDRINUSE' && port === undefined) return begin(0)
    throw error
  })
  return (server.address() as AddressInfo).port
}

/** How other processes of the platform reach this one: by its address in their network where it listens on every address. */
export function reachedAt(bind: string): string {
  if (bind !== '0.0.0.0' && bind !== '::') return bind.includes(':') ? `[${bind}]` : bind
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
