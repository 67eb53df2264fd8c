import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createCarrier, type Judgement, MAX_CONNECTIONS } from '../../egress/carry.ts'
import { DIALED, NOT_PUBLIC, NotPublic } from '../../egress/dial.ts'
import { readOpening } from '../../egress/judge-opening.ts'
import { startResolver } from '../../egress/resolver.ts'
import { declaredPortsOf, type EgressRules, type Endpoint, portsOf } from '../../egress/rules.ts'
import { serveDial } from '../../egress/serve-dial.ts'
import { createTally, type EgressCount } from '../../egress/tally.ts'
import { guarded } from '../../guarded.ts'
import { WAIT_NAME } from './outlet-order.ts'
import { insidePort, RESOLVER_PORT, shownPorts } from './outlet-ports.ts'

export interface OutletGuardOptions {
  rules: EgressRules
  /** The address that declared names resolve to: that of the outlet itself. */
  address: string
  /** Private addresses that count as public. */
  allow: readonly string[]
  /** Parts of the platform that are always reachable, at private addresses too. */
  platform: readonly Endpoint[]
}

export interface OutletGuard {
  update(rules: EgressRules): void
  counts(): EgressCount[]
}

/** Stands for the host of a connection that names none. */
const UNNAMED = '(unnamed)'
/** Open files that an outlet needs for itself. */
const OWN_FILES = 100
const ANYWHERE = ['0.0.0.0/0', '::/0']

/**
 * The way out of one instance, in a pod of its own. Declared names resolve to the outlet, which listens at the declared ports, reads which
 * of them a connection means and carries it there. All names share one address, so what counts is the name that the connection carries.
 * Invariant: a connection that is open is one that the present rules allow.
 */
export async function startOutletGuard(options: OutletGuardOptions): Promise<OutletGuard> {
  let rules = options.rules
  const tally = createTally(Date.now)
  const listeners = new Map<number, { server: Server; sockets: Map<Socket, Endpoint | null> }>()
  let open = 0
  const most = mostConnections()
  const isPlatform = ({ host, port }: Endpoint) =>
    [...options.platform, ...(rules.platform ?? [])].some((one) => one.host === host && one.port === port)
  const mayReach = (to: Endpoint) => isPlatform(to) || portsOf(rules, to.host).includes(to.port)
  const carrier = createCarrier({
    tally,
    async dial(to) {
      const { said, socket } = await serveDial({
        name: to.host,
        port: to.port,
        allow: isPlatform(to) ? ANYWHERE : options.allow,
      })
      if (said === NOT_PUBLIC) throw new NotPublic()
      if (socket === null || said !== DIALED) throw new Error(said)
      // The rules may have changed while the name was resolved.
      if (mayReach(to)) return socket
      socket.destroy()
      throw new Error('closed')
    },
  })

  const judge = (bytes: Buffer, port: number): Judgement => {
    const opening = readOpening(bytes)
    if (opening.kind === 'more') return opening
    if (opening.kind === 'refuse') return { ...opening, to: { host: UNNAMED, port } }
    const to = { host: opening.host, port }
    if (opening.port !== null && opening.port !== port) return { kind: 'refuse', to, refusal: 'Host differs' }
    return mayReach(to) ? { kind: 'pass', to } : { kind: 'refuse', to, refusal: `${opening.by} differs` }
  }

  const listen = (port: number) => {
    const sockets = new Map<Socket, Endpoint | null>()
    const accept = (socket: Socket) => {
      const silent = { host: UNNAMED, port }
      sockets.set(socket, null)
      open += 1
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        open -= 1
      })
      if (open > most) return carrier.refuse(socket, silent, 'too many connections')
      carrier.awaitOpening(socket, silent, (bytes) => {
        const judged = judge(bytes, port)
        if (judged.kind === 'pass') sockets.set(socket, judged.to)
        return judged
      })
    }
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true, noDelay: true }, (socket) =>
      guarded(
        () => socket.destroy(),
        () => accept(socket),
      )(),
    )
    server.on('error', () => void listeners.delete(port))
    server.listen(insidePort(port), '0.0.0.0', 1_024)
    listeners.set(port, { server, sockets })
  }

  const apply = () => {
    const ports = new Set(shownPorts([...declaredPortsOf({ ...rules, endpoints: options.platform })]))
    for (const port of ports) if (!listeners.has(port)) listen(port)
    for (const [port, { server, sockets }] of listeners) {
      const isWanted = ports.has(port)
      if (!isWanted) {
        listeners.delete(port)
        server.close()
      }
      for (const [socket, to] of sockets) if (!isWanted || (to !== null && !mayReach(to))) socket.resetAndDestroy()
    }
  }

  await startResolver({
    at: { host: '0.0.0.0', port: RESOLVER_PORT.inside },
    addressOf(name) {
      const isKnown = portsOf(rules, name).length > 0 || options.platform.some(({ host }) => host === name)
      if (!isKnown && name !== WAIT_NAME) tally.refused({ host: name, port: 0 }, 'undeclared name')
      return isKnown ? options.address : null
    },
  })
  apply()
  return {
    update(next) {
      rules = next
      apply()
    },
    counts: () => tally.counts(),
  }
}

/** Each connection takes two open files, and a node may grant few of them: beyond that connections are refused and counted. */
function mostConnections(): number {
  const granted = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return Math.min(
    MAX_CONNECTIONS,
    granted === undefined ? MAX_CONNECTIONS : Math.floor((Number(granted) - OWN_FILES) / 2),
  )
}
