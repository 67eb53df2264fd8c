import { deliveryHeaders } from '../../domain/delivery/delivery-headers.ts'
import { maskMargin } from '../../domain/platform/mask.ts'
import type { Trace } from '../../domain/platform/trace.ts'
import type { LiveInstance, Route } from '../../domain/route/route.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import type { ClaimedDelivery } from '../../store/delivery/claims.ts'
import { attemptLimits, type DeliveryParts } from './delivery-parts.ts'

type Sending = Pick<DeliveryParts, 'platform' | 'client' | 'doubts' | 'issueKey'>

/** An answer, or the silence of an instance that was sent the delivery at least in part. */
export interface Sent {
  answer: AppAnswer | AppSilence
  instance: LiveInstance
}

/**
 * Sends a delivery to one instance, or to another one when nothing listens at the first. Undefined when no instance got it: none is
 * ready, nothing listened, or the worker is stopping. That is no attempt.
 */
export async function sendDelivery(
  parts: Sending,
  delivery: ClaimedDelivery,
  route: Route,
  input: { body: Buffer; now: Date; signal: AbortSignal; trace: Pick<Trace, 'traceparent'> },
): Promise<Sent | undefined> {
  const { client, doubts } = parts
  const request = {
    method: 'POST',
    target: delivery.path + delivery.query,
    headers: headersOf(parts, delivery, route, input),
    body: input.body,
    timeoutMs: attemptLimits.attemptMs,
    maxAnswerBytes: attemptLimits.answerBytes + maskMargin,
    signal: input.signal,
  }
  let instance = await readyInstance(parts, delivery, route)
  for (let tried = 1; instance !== undefined; tried += 1) {
    const answer = await client.send(instance, request)
    if (answer.kind === 'answer') return { answer, instance }
    if (answer.error === 'aborted') return undefined
    if (answer.error !== 'refused') return { answer, instance }
    if (tried === 1) doubts.doubt(instance)
    instance = tried === 1 ? undoubted(parts, route) : undefined
  }
  return undefined
}

/**
 * An instance to send to: one that nobody doubts, else a doubted one that answers for its health. A delivery that was there when an
 * instance ended goes only to one that answers right now, so that an instance that is just starting is not held against it.
 */
async function readyInstance(
  parts: Sending,
  delivery: Pick<ClaimedDelivery, 'crashes'>,
  route: Route,
): Promise<LiveInstance | undefined> {
  const chosen = undoubted(parts, route)
  if (chosen !== undefined && delivery.crashes === 0) return chosen
  for (const candidate of chosen === undefined ? route.instances : [chosen]) {
    if (await parts.doubts.isWell(candidate)) return candidate
  }
  return undefined
}

function undoubted({ client, doubts }: Sending, route: Route): LiveInstance | undefined {
  return client.choose(route.instances.filter((instance) => !doubts.isDoubted(instance)))
}

function headersOf(
  { platform, issueKey }: Sending,
  delivery: ClaimedDelivery,
  route: Route,
  input: { now: Date; trace: Pick<Trace, 'traceparent'> },
): string[] {
  return deliveryHeaders({
    eventId: delivery.id,
    attempt: delivery.attemptCount + 1,
    contentType: delivery.contentType,
    forwarding: delivery.forwarding,
    key: issueKey(route),
    routeId: route.routeId,
    tenant: route.tenant,
    traceparent: input.trace.traceparent,
    gatewayUrl: platform.addresses.gatewayUrl,
    own: platform.addresses.own,
    now: input.now,
  })
}
