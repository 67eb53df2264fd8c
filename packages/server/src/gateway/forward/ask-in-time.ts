import { setTimeout as delay } from 'node:timers/promises'
import { appHeaders } from '@mkt/contract/app'
import { admission, type LiveInstance, type Route } from '../../domain/route/route.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import type { Departure } from '../../outbound/app/departure.ts'
import type { AppAnswer } from '../../outbound/app/held-answer.ts'
import { type Exchange, upstreamLines } from '../exchange.ts'
import type { ByteShare } from '../limit/byte-budget.ts'
import { type GatewayParts, gatewayLimits } from '../parts.ts'
import { callerHeaders } from '../request-headers.ts'

export interface Asked {
  outcome: AppAnswer | AppSilence | undefined
  /** The last instance that was called, if any. */
  target: LiveInstance | undefined
}

/** How often a route without an instance is looked at. */
const LOOK_MS = 50

/**
 * Asks an instance, and waits for one within the deadline where the application is just being started again. A request is retried,
 * at the same instance or another, only while nothing of it was sent.
 */
export async function askInTime(
  parts: GatewayParts,
  exchange: Exchange,
  body: Buffer,
  { timeoutMs, departure, share }: { timeoutMs: number; departure: Departure; share: ByteShare },
): Promise<Asked> {
  const endsAt = performance.now() + timeoutMs
  // The answer is looked into, so it is asked for as it is.
  const lines = upstreamLines(parts, exchange, callerHeaders(exchange.http).plainLines)
  const send = (target: LiveInstance, waited: boolean) => {
    const left = Math.max(1, endsAt - performance.now())
    return parts.client.send(target, {
      method: exchange.method,
      target: exchange.path + exchange.query,
      headers: `${lines}${appHeaders.deadlineMs}: ${waited ? Math.ceil(left) : timeoutMs}\r\n`,
      body,
      timeoutMs: left,
      maxAnswerBytes: gatewayLimits.answerBytes,
      room: (bytes) => share.take(bytes),
      departure,
    })
  }
  const asked: Asked = { outcome: undefined, target: undefined }
  for (let round = 0; ; round += 1) {
    const route = parts.routes.byRouteId(exchange.route.routeId) ?? exchange.route
    // One instance, and another where nothing was sent to the first.
    let target = parts.client.choose(route.instances)
    for (let tries = 0; target !== undefined && tries < 2; tries += 1) {
      asked.target = target
      asked.outcome = await send(target, round > 0)
      if (!isUnsent(asked.outcome)) return asked
      target = parts.client.choose(route.instances, target)
    }
    const left = endsAt - performance.now()
    if (!mayComeBack(route) || left <= LOOK_MS || departure.isOver) return asked
    await delay(LOOK_MS)
  }
}

function isUnsent(outcome: AppAnswer | AppSilence): boolean {
  return outcome.kind === 'silence' && (outcome.error === 'refused' || outcome.error === 'connect')
}

function mayComeBack(route: Route): boolean {
  return route.awaited && admission(route, 'autofill', false) === 'forward'
}
