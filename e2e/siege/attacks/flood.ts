import { type Asked, partyAt } from '../ask.ts'
import type { Attack } from './attack.ts'

const PATIENCE_MS = 10_000
const REST_MS = 20

interface Flood {
  /** The attacker's own address. */
  from: string
  /** How many things are asked at once. */
  width: number
  /** Fewer in a second are no attack. */
  perSecond: number
  asked: (at: number) => Asked
}

/** Asks many things at once, again and again. */
export function flood(name: string, { from, width, perSecond, asked }: Flood): Attack {
  const party = partyAt(from)
  const done: Attack['done'] = {}
  let at = 0
  const askOnce = async () => {
    at += 1
    const { status } = await party.ask(asked(at), PATIENCE_MS)
    done[status] = (done[status] ?? 0) + 1
  }
  const rest = () => new Promise((resolve) => setTimeout(resolve, REST_MS))
  return {
    name,
    least: { perSecond },
    done,
    round: () => Promise.all(Array.from({ length: width }, askOnce)).then(rest),
    stop: () => party.close(),
  }
}
