import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'

const FIRST = 16_000
const given = new Set<number>()

/**
 * A port of this machine for a program that is about to be started. It lies below those that the kernel hands out to programs that ask for any,
 * so that nobody takes it in the meantime, not even while a killed program is being started again.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const wanted = end() > FIRST ? randomInt(FIRST, end()) : 0
    const port = given.has(wanted) ? undefined : await bound(wanted)
    if (port === undefined || given.has(port)) continue
    given.add(port)
    return port
  }
}

/** The first of the ports that the kernel hands out. */
function end(): number {
  try {
    return Number.parseInt(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Takes the port for a moment; undefined when somebody has it. */
async function bound(wanted: number): Promise<number | undefined> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return undefined
  }
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}
