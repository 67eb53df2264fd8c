import { appHeaders } from '@mkt/contract/app'
import { type AfterAttempt, afterAttempt, type RouteHealth } from '../../domain/delivery/delivery.ts'
import { forwardingHeaders } from '../../domain/delivery/forwarding.ts'
import type { AttemptOutcome } from '../../domain/delivery/retry.ts'
import { maskMargin } from '../../domain/platform/mask.ts'
import { continueTrace } from '../../domain/platform/trace.ts'
import type { LiveInstance, Route } from '../../domain/route/route.ts'
import type { Batcher } from '../../lib/batcher.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { newId, withPrefix } from '../../lib/ids.ts'
import { fraction } from '../../lib/random.ts'
import type { AppClient } from '../../outbound/app-client.ts'
import type { AppSilence } from '../../outbound/app-silence.ts'
import { type AppAnswer, answerHeader } from '../../outbound/held-answer.ts'
import type { Pool } from '../../store/database/pool.ts'
import { type ClaimedDelivery, releaseLeases } from '../../store/delivery/claims.ts'
import { lockRouteHealth, writeRouteHealth } from '../../store/delivery/route-health.ts'
import type { Settlement } from '../../store/delivery/settles.ts'
import type { InstanceDoubts } from '../deployment/instance-doubts.ts'
import { changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { RequestFigures } from '../traffic/request-figures.ts'
import type { Traffic } from '../traffic/traffic.ts'
import { announceDelivery } from './announce-delivery.ts'
import { noteDelivery, notifyTurn } from './note-delivery.ts'
import { bodyIdentity } from './receive-event.ts'

export interface DeliveryParts {
  platform: Pick<Platform, 'db' | 'vault' | 'clock' | 'random' | 'log' | 'changes' | 'addresses' | 'policy' | 'mailer'>
  pool: Pool
  client: AppClient
  /** Outcomes are kept in batches. */
  settlements: Batcher<Settlement, boolean>
  issueKey(route: Route): string
  /** Called before each attempt, so that a token for the policy system is at hand when the application asks. */
  warmToken?(route: Route): void
  doubts: InstanceDoubts
  /** Counts what applications are asked. */
  requests?: Pick<RequestFigures, 'note'>
  /** Counts what installations are asked. */
  traffic?: Pick<Traffic, 'note'>
}

/** Of an answer so many bytes are shown; a little more is kept, to see whether a secret begins at the end of them. */
export const attemptLimits = { attemptMs: 15_000, answerBytes: 16 * 1024, notReadyMs: 1_000 } as const

export type AttemptResult =
  | { kind: 'settled'; decision: AfterAttempt; health: RouteHealth | undefined }
  /** The delivery was given back untouched: nothing listened, or we were told to stop. */
  | { kind: 'released' }

/** The answer kept of an attempt is bound to it. */
export function answerIdentity(attemptId: string): string {
  return `attempt answer ${attemptId}`
}

/**
 * Sends a claimed delivery once and keeps what came of it. An instance at which nothing listens is no attempt: the delivery goes to
 * another instance, or back to wait.
 */
export async function attemptDelivery(
  parts: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
  input: { probe: boolean; health: RouteHealth; signal: AbortSignal; answered(): void },
): Promise<AttemptResult> {
  const { platform } = parts
  const at = platform.clock.now()
  const body = delivery.sealedBody
    ? await platform.vault.open(delivery.organizationId, bodyIdentity(delivery.id), delivery.sealedBody)
    : Buffer.alloc(0)
  parts.warmToken?.(route)
  const started = performance.now()
  const { answer, instance } = await sendToSomeone(parts, delivery, route, body, at, input.signal)
  const durationMs = Math.round(performance.now() - started)
  input.answered()
  if (
    answer === undefined ||
    instance === undefined ||
    (answer.kind === 'silence' && (answer.error === 'refused' || answer.error === 'aborted'))
  ) {
    await releaseLeases(parts.pool, [delivery], attemptLimits.notReadyMs)
    return { kind: 'released' }
  }
  const isSuccess = answer.kind === 'answer' && answer.status >= 200 && answer.status < 300
  const counted = { durationMs, failed: !isSuccess }
  parts.requests?.note(route, instance, counted)
  parts.traffic?.note(route.installationId, 'delivery', counted)
  const outcome = await outcomeOf(parts, answer, instance)
  const attemptId = newId('att', platform.clock.now())
  const sealedAnswer =
    answer.kind === 'answer' && answer.body.length > 0
      ? await platform.vault.seal(delivery.organizationId, answerIdentity(attemptId), answer.body)
      : null
  const decide = (health: RouteHealth) =>
    afterAttempt({
      delivery,
      health,
      releaseId: route.releaseId,
      outcome,
      probe: input.probe,
      schedule: platform.policy.retrySchedule,
      chance: fraction(platform.random),
      now: platform.clock.now(),
    })
  let decision = decide(input.health)
  if (decision.health !== undefined) decision = await changeHealth(parts, route, decide)
  const settlement: Settlement = {
    eventId: delivery.id,
    leasedBy: delivery.leasedBy,
    ...decision.delivery,
    attempt: {
      id: attemptId,
      number: delivery.attemptCount + 1,
      probe: input.probe,
      at,
      durationMs,
      status: answer.kind === 'answer' ? answer.status : null,
      error: outcome.kind === 'failed' ? `${outcome.error}: ${outcome.message}` : null,
      sealedAnswer,
      answerSize: answer.kind === 'answer' ? answer.size : 0,
      instanceId: instance.id,
      releaseId: route.releaseId,
    },
  }
  await parts.settlements.add(settlement)
  announceDelivery(platform, route.installationId)
  await noteDelivery(platform, route, delivery, decision)
  return { kind: 'settled', decision, health: decision.health }
}

/** The route's health is decided under its lock, so that two outcomes at once do not undo each other. */
async function changeHealth(
  parts: DeliveryParts,
  route: Route,
  decide: (health: RouteHealth) => AfterAttempt,
): Promise<AfterAttempt> {
  return changeByPlatform(parts.platform, async (unit) => {
    const decision = decide(await lockRouteHealth(unit.trx, route.installationId))
    if (decision.notice !== undefined) await notifyTurn(unit, route, decision.notice)
    if (decision.health === undefined) return unit.unchanged().with(decision)
    await writeRouteHealth(unit.trx, route.installationId, decision.health)
    return unit.changed('route-health', route.installationId).with(decision)
  })
}

async function sendToSomeone(
  parts: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
  body: Buffer,
  at: Date,
  signal: AbortSignal,
): Promise<{ answer: AppAnswer | AppSilence | undefined; instance: LiveInstance | undefined }> {
  const headers = headersOf(parts, delivery, route, at)
  const first = await readyInstance(parts, delivery, route)
  if (first === undefined) return { answer: undefined, instance: undefined }
  const send = (instance: LiveInstance) =>
    parts.client.send(instance, {
      method: 'POST',
      target: delivery.path + delivery.query,
      headers,
      body,
      timeoutMs: attemptLimits.attemptMs,
      maxAnswerBytes: attemptLimits.answerBytes + maskMargin,
      signal,
    })
  const answer = await send(first)
  if (answer.kind === 'answer' || answer.error !== 'refused') return { answer, instance: first }
  parts.doubts.doubt(first)
  const second = parts.client.choose(route.instances.filter((instance) => !parts.doubts.isDoubted(instance)))
  return second === undefined ? { answer, instance: first } : { answer: await send(second), instance: second }
}

/**
 * An instance to send to: one that nobody doubts, else a doubted one that answers for its health. A delivery that was there when an instance
 * ended goes only to one that answers right now, so that an instance that is just starting again is not held against it.
 */
async function readyInstance(
  parts: DeliveryParts,
  delivery: ClaimedDelivery,
  route: Route,
): Promise<LiveInstance | undefined> {
  const chosen = parts.client.choose(route.instances.filter((instance) => !parts.doubts.isDoubted(instance)))
  if (chosen !== undefined && delivery.crashes === 0) return chosen
  for (const candidate of chosen === undefined ? route.instances : [chosen]) {
    if (await parts.doubts.isWell(candidate)) return candidate
  }
  return undefined
}

/** The gateway's own address, taken apart once. */
const origins = new Map<string, { host: string; proto: string } | null>()

function originOf(url: string): { host: string; proto: string } | null {
  const known = origins.get(url)
  if (known !== undefined) return known
  const parsed = URL.parse(url)
  const origin = parsed === null ? null : { host: parsed.host, proto: parsed.protocol.slice(0, -1) }
  origins.set(url, origin)
  return origin
}

function headersOf(parts: DeliveryParts, delivery: ClaimedDelivery, route: Route, at: Date): string[] {
  const { platform } = parts
  const attempt = delivery.attemptCount + 1
  const trace = continueTrace(delivery.traceparent ?? undefined, hexOf(platform.random))
  const forwarding = delivery.forwarding ?? originOf(platform.addresses.gatewayUrl)
  return [
    ...(delivery.contentType === null ? [] : ['content-type', delivery.contentType]),
    ...['x-MKT-key', parts.issueKey(route), 'x-MKT-route', route.routeId, 'x-MKT-tenant', route.tenant],
    ...[
      appHeaders.requestId,
      `${withPrefix('dlv', delivery.id)}-${attempt}`,
      appHeaders.traceparent,
      trace.traceparent,
    ],
    ...(forwarding === null ? [] : forwardingHeaders(forwarding)),
    ...[appHeaders.webhookId, delivery.id, appHeaders.webhookTimestamp, String(Math.floor(at.getTime() / 1000))],
    ...['x-MKT-attempt', String(attempt)],
  ]
}

/** What the answer means. A connection that broke is a crash when the instance does not answer for its health afterwards. */
async function outcomeOf(
  parts: DeliveryParts,
  answer: AppAnswer | AppSilence,
  instance: LiveInstance,
): Promise<AttemptOutcome> {
  if (answer.kind === 'answer') {
    return { kind: 'answer', status: answer.status, retryAfter: answerHeader(answer, 'retry-after') }
  }
  const { message } = answer
  if (answer.error === 'timeout') return { kind: 'failed', error: 'timeout', message }
  if (answer.error === 'connect') return { kind: 'failed', error: 'connect', message }
  parts.doubts.doubt(instance)
  const alive = await parts.doubts.isWell(instance)
  return alive
    ? { kind: 'failed', error: 'broken', message }
    : { kind: 'failed', error: 'crash', message: 'the instance ended while it handled this delivery' }
}
