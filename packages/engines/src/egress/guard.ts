/**
 * The guard of an instance's way out, inside its network namespace. Declared names resolve to synthetic addresses that are routed to
 * this namespace itself; the guard listens there on the declared ports, holds the first bytes of each connection against the name, and
 * joins it with a connection that the outlet makes. Everything else has no route. Invariant: a connection that is open is one that the
 * present rules allow.
 */
import { createServer, type Server, type Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { createCarrier, MAX_CONNECTIONS } from './carry.ts'
import { dial } from './dial.ts'
import { createForeignRefusals } from './foreign-refusals.ts'
import { judgeOpening } from './judge-opening.ts'
import { readKernelRefusals } from './kernel-refusals.ts'
import { RESOLVER, startResolver } from './resolver.ts'
import { type EgressRules, type Endpoint, networkKind, portsOf } from './rules.ts'
import { createSyntheticAddresses, SYNTHETIC_NETWORK } from './synthetic-addresses.ts'
import { createTally, type EgressCount } from './tally.ts'

const LOOK_MS = 1_000

export interface GuardOptions {
  rules: EgressRules
  /** Socket of the outlet. */
  outlet: string
  /** Private addresses that count as public. */
  allow: readonly string[]
  /** Where the application and the platform listen inside: those places stay theirs. */
  taken: readonly Endpoint[]
  appPort: number
  /** Who answers questions while names are only watched. */
  nameServer: string
  runIp(commands: readonly string[]): void
  /** Our connections to the application that the kernel refused; they are not the application's. */
  ownRefusals(): number
}

export interface Guard {
  update(rules: EgressRules): void
  counts(): EgressCount[]
}

interface Listener {
  server: Server
  to: Endpoint
  sockets: Set<Socket>
}

export async function startGuard(options: GuardOptions): Promise<Guard> {
  let rules = options.rules
  const closed = networkKind(rules) === 'closed'
  const tally = createTally(Date.now)
  const carrier = createCarrier({ tally, dial: (to) => dial(options.outlet, to, options.allow) })
  const addresses = createSyntheticAddresses()
  const names = new Set<string>()
  const listeners = new Map<string, Listener>()
  const borrowed = new Set<string>()
  let open = 0

  if (closed) options.runIp([`route replace local ${SYNTHETIC_NETWORK} dev lo`])

  const listen = (address: string, to: Endpoint, byName: boolean) => {
    const key = `${address} ${to.port}`
    if (listeners.has(key)) return
    const sockets = new Set<Socket>()
    const accept = (socket: Socket) => {
      sockets.add(socket)
      open += 1
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        open -= 1
      })
      if (open > MAX_CONNECTIONS) return carrier.refuse(socket, to, 'too many connections')
      if (byName) carrier.awaitOpening(socket, to, (bytes) => ({ to, ...judgeOpening(bytes, to) }))
      else carrier.pass(socket, to, Buffer.alloc(0))
    }
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (socket) =>
      guarded(
        () => socket.destroy(),
        () => accept(socket),
      )(),
    )
    server.on('error', () => void listeners.delete(key))
    server.listen(to.port, address, 1_024)
    listeners.set(key, { server, to, sockets })
  }

  const addressOf = (name: string): string | null => {
    const ports = portsOf(rules, name)
    const address = ports.length === 0 ? null : addresses.of(name)
    if (address === null) {
      tally.refused({ host: name, port: 0 }, 'undeclared name')
      return null
    }
    names.add(name)
    if (closed) for (const port of ports) listen(address, { host: name, port }, true)
    return address
  }

  const isTaken = ({ host, port }: Endpoint) =>
    port === options.appPort || options.taken.some((place) => place.host === host && place.port === port)

  const apply = () => {
    if (!closed) return
    const endpoints = rules.endpoints.filter((endpoint) => !isTaken(endpoint))
    for (const endpoint of endpoints) {
      if (!endpoint.host.startsWith('127.') && !borrowed.has(endpoint.host)) {
        borrowed.add(endpoint.host)
        options.runIp([`address replace ${endpoint.host}/32 dev lo`])
      }
      listen(endpoint.host, endpoint, false)
    }
    const wanted = new Set(endpoints.map(({ host, port }) => `${host} ${port}`))
    for (const name of names) {
      const address = addresses.of(name)
      for (const port of address === null ? [] : portsOf(rules, name)) {
        wanted.add(`${address} ${port}`)
        listen(address ?? '', { host: name, port }, true)
      }
    }
    for (const [key, { server, sockets }] of listeners) {
      if (wanted.has(key)) continue
      listeners.delete(key)
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
    }
  }

  await startResolver({
    addressOf,
    forward: closed ? undefined : { host: options.nameServer, port: RESOLVER.port },
  })
  apply()
  let seen = readKernelRefusals()
  const foreignRefusals = createForeignRefusals(seen.refusedPorts, options.ownRefusals())
  const look = () => {
    const found = readKernelRefusals()
    const ports = foreignRefusals(found.refusedPorts, options.ownRefusals())
    if (found.unroutable > seen.unroutable)
      tally.refused({ host: '(address)', port: 0 }, 'address', found.unroutable - seen.unroutable)
    if (ports > 0) tally.refused({ host: '(other port)', port: 0 }, 'other port', ports)
    if (found.refusedPackets > seen.refusedPackets)
      tally.refused({ host: '(UDP)', port: 0 }, 'UDP', found.refusedPackets - seen.refusedPackets)
    seen = found
  }
  if (closed) setInterval(guarded(complain, look), LOOK_MS).unref()

  return {
    update(next) {
      rules = next
      apply()
    },
    counts: () => tally.counts(),
  }
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}
