import { type AfterAttempt, afterAttempt } from '../../domain/delivery/delivery.ts'
import type { AttemptOutcome } from '../../domain/delivery/retry.ts'
import type { RouteHealth } from '../../domain/delivery/route-health.ts'
import { continueTrace } from '../../domain/platform/trace.ts'
import type { Route } from '../../domain/route/route.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { newId } from '../../lib/ids.ts'
import { fraction } from '../../lib/random.ts'
import type { ClaimedDelivery } from '../../store/delivery/claims.ts'
import type { Settlement } from '../../store/delivery/settles.ts'
import { announceDelivery } from './announce-delivery.ts'
import { changeRouteHealth } from './change-route-health.ts'
import { answerIdentity, attemptLimits, type DeliveryParts } from './delivery-parts.ts'
import { judgeAttempt, succeeded } from './judge-attempt.ts'
import { noteDelivery } from './note-delivery.ts'
import { postpone } from './postponements.ts'
import { bodyIdentity } from './receive-event.ts'
import { type Sent, sendDelivery } from './send-delivery.ts'

export type AttemptResult =
  /** Not kept: somebody changed the delivery while it was sent, and the outcome is only on record. */
  | { kind: 'settled'; kept: boolean; decision: AfterAttempt; health: RouteHealth | undefined }
  /** The delivery was given back untouched: no instance got it. */
  | { kind: 'released' }

/** Sends a claimed delivery once and keeps what came of it. What no instance got is no attempt: it goes back to wait. */
export async function attemptDelivery(
  parts: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
  input: { probe: boolean; health: RouteHealth; signal: AbortSignal; answered(): void },
): Promise<AttemptResult> {
  const { platform } = parts
  const at = platform.clock.now()
  const body = await openBody(parts, delivery)
  parts.warmToken?.(route)
  const started = performance.now()
  const trace = continueTrace(delivery.traceparent ?? undefined, hexOf(platform.random))
  const sent = await sendDelivery(parts, delivery, route, { body, now: at, signal: input.signal, trace })
  const durationMs = Math.round(performance.now() - started)
  input.answered()
  if (sent === undefined) {
    // Broken off by us, it is left as it is: another worker may be sending it.
    if (!input.signal.aborted) await postpone(parts, delivery, attemptLimits.notReadyMs)
    return { kind: 'released' }
  }
  const counted = { durationMs, failed: !succeeded(sent) }
  parts.requests?.note(route, sent.instance, counted)
  parts.traffic?.note(route, 'delivery', counted)
  const outcome = await judgeAttempt(parts, sent)
  const attempt = await recordOf(parts, delivery, route, sent, outcome)
  const decision = await decideNext(parts, delivery, route, outcome, input)
  const kept = await parts.settlements.add({
    eventId: delivery.id,
    version: delivery.version,
    ...decision.delivery,
    attempt: { ...attempt, probe: input.probe, at, durationMs, trace },
  })
  announceDelivery(platform, route.installationId)
  if (kept) await noteDelivery(platform, delivery, decision.delivery)
  return { kind: 'settled', kept, decision, health: decision.health }
}

async function openBody({ platform }: DeliveryParts, delivery: ClaimedDelivery): Promise<Buffer> {
  if (!delivery.sealedBody) return Buffer.alloc(0)
  return platform.vault.open(delivery.organizationId, bodyIdentity(delivery.id), delivery.sealedBody)
}

/** The stored row of an attempt; the answer is encrypted. */
async function recordOf(
  { platform }: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
  { answer, instance }: Sent,
  outcome: AttemptOutcome,
): Promise<Omit<Settlement['attempt'], 'probe' | 'at' | 'durationMs'>> {
  const id = newId('att', platform.clock.now(), platform.random)
  const facts = { id, number: delivery.attemptCount + 1, instanceId: instance.id, releaseId: route.releaseId }
  const error = outcome.kind === 'failed' ? `${outcome.error}: ${outcome.message}` : null
  if (answer.kind === 'silence') return { ...facts, error, status: null, sealedAnswer: null, answerSize: 0 }
  const sealedAnswer =
    answer.body.length > 0 ? await platform.vault.seal(delivery.organizationId, answerIdentity(id), answer.body) : null
  return { ...facts, error, status: answer.status, sealedAnswer, answerSize: answer.size }
}

/** Decides by the health that the worker knows; where that changes, by what is stored. */
async function decideNext(
  { platform, healthTurns }: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
  outcome: AttemptOutcome,
  { probe, health }: { probe: boolean; health: RouteHealth },
): Promise<AfterAttempt> {
  const decide = (present: RouteHealth) =>
    afterAttempt({
      delivery,
      health: present,
      path: delivery.path,
      releaseId: route.releaseId,
      outcome,
      probe,
      schedule: platform.policy.retrySchedule,
      chance: fraction(platform.random),
      now: platform.clock.now(),
    })
  const { installationId, organizationId } = route
  const decision = decide(health)
  if (decision.health === undefined) return decision
  const noticed = { installationId, organizationId, path: delivery.path }
  return healthTurns.run(installationId, () => changeRouteHealth(platform, noticed, decide))
}
