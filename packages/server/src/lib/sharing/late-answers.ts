import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { QueueFull } from './fair-queue.ts'
import { createRateLimiter } from './rate-limiter.ts'

export interface LateLimits {
  /** How many answers of a party in a window are not late. */
  max: number
  windowMs: number
  /** How late the others are. */
  lateMs: number
  /** How many of a party are held back at the same time. */
  held: number
}

export interface LateAnswers {
  /**
   * Counts one answer of the party. Undefined where it may be given at once, else resolves when it may be given; rejects with `QueueFull` where too
   * many of this party are held back already.
   */
  wait(party: string): Promise<void> | undefined
  /** Takes back one that was counted, because it turned out to be no refusal. */
  giveBack(party: string): void
}

const PARTIES = 10_000
const SECOND_MS = 1_000
const HELD = 1_000

/** Refusals of strangers: those of a party beyond so many a second are a second late. */
export function lateRefusals(perSecond: number, clock: Clock): LateAnswers {
  return createLateAnswers({ max: perSecond, windowMs: SECOND_MS, lateMs: SECOND_MS, held: HELD }, clock)
}

/**
 * Refusals that come late beyond a rate. Who is refused asks again as soon as the answer is there, and reading a request costs more than refusing it:
 * with late answers a connection asks once a second at most, however cheap refusing is. Nobody who is served waits for it.
 */
export function createLateAnswers({ max, windowMs, lateMs, held }: LateLimits, clock: Clock): LateAnswers {
  const limiter = createRateLimiter({ max, windowMs, keys: PARTIES })
  const holding = new Map<string, number>()

  async function hold(party: string): Promise<void> {
    const count = holding.get(party) ?? 0
    if (count >= held) throw new QueueFull('party')
    holding.set(party, count + 1)
    await delay(lateMs)
    const left = (holding.get(party) ?? 1) - 1
    if (left === 0) holding.delete(party)
    else holding.set(party, left)
  }

  return {
    wait: (party) => (limiter.take(party, clock.now()).allowed ? undefined : hold(party)),
    giveBack: (party) => limiter.giveBack(party),
  }
}
