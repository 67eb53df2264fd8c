import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Outgoing, Send } from './send.ts'

/** An event that could not be sent and waits to be resent or dropped. */
export type DivertedEvent = { transactionId: string; type: string; body: string; divertedAt: string; reason: string }

export type FailureKind = '4xx' | '5xx' | 'timeout'

/** How one webhook treats failure. Both variants are described by it, each with its own values. */
export type FailureRules = {
  triggers: FailureKind[]
  /** Waits before the second, third, … try. */
  delaysMs: number[]
  divert: boolean
  /** Suspended after this many events in a row failed; null: never. */
  suspendAfter: number | null
}

/** A webhook as the delivery sees it; the variant keeps the real one. */
export type Target = {
  outgoing: (body: string) => Outgoing
  rules: FailureRules
  isSuspended: () => boolean
  succeeded: () => void
  /** Called when every try failed; returns how many events failed in a row. */
  failed: () => number
  suspend: () => void
  divert: (event: DivertedEvent) => void
}

export type SentEvent = { transactionId: string; type: string; body: string }

export function failureOf(answer: Answer): FailureKind | null {
  if (answer.status === null) return 'timeout'
  if (answer.status >= 200 && answer.status < 300) return null
  return answer.status >= 500 ? '5xx' : '4xx'
}

export type Deliveries = {
  post: (target: Target, event: SentEvent) => void
  /** One try, for the resending of a diverted event. */
  tryOnce: (target: Target, event: SentEvent) => Promise<boolean>
  idle: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Sends events to webhooks: a try, the retries the webhook asks for, then divert and suspend as it asks.
 * A stop in the middle diverts what is still waiting, so that a restart loses nothing that would have been kept.
 */
export function createDeliveries(send: Send, clock: () => number): Deliveries {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  /** Ends early when the deliveries are stopped. */
  const wait = (ms: number): Promise<void> => pause(ms, undefined, { signal: stopping.signal }).catch(() => {})

  const setAside = (target: Target, event: SentEvent, reason: string) => {
    if (target.rules.divert) target.divert({ ...event, divertedAt: new Date(clock()).toISOString(), reason })
  }

  async function deliver(target: Target, event: SentEvent): Promise<void> {
    if (target.isSuspended()) return setAside(target, event, 'the webhook is suspended')
    for (let tries = 1; ; tries++) {
      if (stopping.signal.aborted) return setAside(target, event, 'the policy system stopped')
      const answer = await send(target.outgoing(event.body))
      const failure = failureOf(answer)
      if (failure === null) return target.succeeded()
      if (!target.rules.triggers.includes(failure)) return
      const delay = target.rules.delaysMs[tries - 1]
      if (delay === undefined) {
        const failures = target.failed()
        if (target.rules.suspendAfter !== null && failures >= target.rules.suspendAfter) target.suspend()
        return setAside(target, event, answer.status === null ? answer.error : `answered ${answer.status}`)
      }
      await wait(delay)
    }
  }

  return {
    post: (target, event) => {
      const failed = (error: unknown) => console.error(`Event ${event.transactionId} could not be sent:`, error)
      const work = deliver(target, event)
        .catch(failed)
        .finally(() => running.delete(work))
      running.add(work)
    },
    tryOnce: async (target, event) => failureOf(await send(target.outgoing(event.body))) === null,
    idle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    stop: async () => {
      stopping.abort()
      while (running.size > 0) await Promise.all(running)
    },
  }
}
