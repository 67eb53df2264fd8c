import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { guarded } from './guarded.ts'

const FIRST = 16_000
/** Where so many are taken, one of those that the kernel hands out has to do. */
const MAX_TRIES = 100
const given = new Set<number>()

/**
 * A port of this machine for a program that is about to be started. It lies below those that the kernel hands out to programs that ask for any, and
 * to every connection that leaves: so nobody takes it in the meantime, not even while a killed program is being started again.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    const wanted = tries < MAX_TRIES && end() > FIRST ? randomInt(FIRST, end()) : 0
    const port = given.has(wanted) ? undefined : await bound(wanted, host)
    if (port === undefined || given.has(port)) continue
    given.add(port)
    return port
  }
}

/** The first of the ports that the kernel hands out; 0 where it does not say. */
function end(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Takes the port for a moment; undefined when somebody has it. */
function bound(wanted: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    const found = () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    }
    const refused = (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error))
    server.on('error', guarded(reject, refused))
    server.listen(wanted, host, guarded(reject, found))
  })
}
