import type { Socket } from 'node:net'
import { guarded } from '../guarded.ts'
import { NotPublic } from './dial.ts'
import type { Refusal } from './judge-opening.ts'
import type { Endpoint } from './rules.ts'
import type { Tally } from './tally.ts'

/** Connections an instance may hold at once; those of other instances do not count. */
export const MAX_CONNECTIONS = 2_048
const OPENING_MS = 10_000

/** What the first bytes of a connection mean: wait for more, refuse it, or carry it to a host. */
export type Judgement =
  | { kind: 'more' }
  | { kind: 'refuse'; to: Endpoint; refusal: Refusal }
  | { kind: 'pass'; to: Endpoint }

export interface CarrierOptions {
  tally: Tally
  /** Opens the connection outside; throws `NotPublic` where the name leads to an address that is not public. */
  dial(to: Endpoint): Promise<Socket>
}

export interface Carrier {
  /** Holds a paused connection until its first bytes are judged. `silent` is what it counts as when it sends nothing. */
  awaitOpening(socket: Socket, silent: Endpoint, judge: (bytes: Buffer) => Judgement): void
  /** Joins a connection with one to `to`; `first` was read from it already. */
  pass(socket: Socket, to: Endpoint, first: Buffer): void
  refuse(socket: Socket, to: Endpoint, refusal: Refusal): void
}

/** Carries connections of an application to the hosts they name, and counts them. */
export function createCarrier({ tally, dial }: CarrierOptions): Carrier {
  const refuse = (socket: Socket, to: Endpoint, refusal: Refusal) => {
    tally.refused(to, refusal)
    socket.resetAndDestroy()
  }

  const pass = guarded(complain, async (socket: Socket, to: Endpoint, first: Buffer): Promise<void> => {
    try {
      const outgoing = await dial(to)
      if (socket.destroyed) return void outgoing.destroy()
      tally.connected(to)
      splice(tally, { socket, outgoing, to, first })
    } catch (error) {
      if (error instanceof NotPublic) tally.refused(to, 'not a public address')
      socket.resetAndDestroy()
    }
  })

  const awaitOpening: Carrier['awaitOpening'] = (socket, silent, judge) => {
    let held = Buffer.alloc(0)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      socket.off('data', read)
      socket.off('end', onEnd)
      socket.pause()
      act()
    }
    const late = () => settle(() => refuse(socket, silent, 'nothing was sent'))
    const timer = setTimeout(
      guarded(() => socket.destroy(), late),
      OPENING_MS,
    )
    const onEnd = guarded(() => socket.destroy(), late)
    const onData = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      const judged = judge(held)
      if (judged.kind === 'refuse') settle(() => refuse(socket, judged.to, judged.refusal))
      if (judged.kind === 'pass') settle(() => pass(socket, judged.to, held))
    }
    const read = guarded(() => socket.destroy(), onData)
    socket.on('close', () => clearTimeout(timer))
    socket.on('end', onEnd)
    socket.on('data', read)
    socket.resume()
  }

  return { awaitOpening, pass, refuse }
}

function splice(
  tally: Tally,
  { socket, outgoing, to, first }: { socket: Socket; outgoing: Socket; to: Endpoint; first: Buffer },
): void {
  const sent = (chunk: Buffer) => tally.sent(to, chunk.length)
  const received = (chunk: Buffer) => tally.received(to, chunk.length)
  if (first.length > 0) {
    sent(first)
    outgoing.write(first)
  }
  socket.on('data', guarded(complain, sent))
  outgoing.on('data', guarded(complain, received))
  socket.pipe(outgoing)
  outgoing.pipe(socket)
  const reset = () => socket.resetAndDestroy()
  outgoing.on('error', guarded(complain, reset))
  outgoing.on('close', () => socket.destroy())
  socket.on('close', () => outgoing.destroy())
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}
