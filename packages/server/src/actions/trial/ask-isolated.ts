import { appHeaders } from '@mkt/contract/app'
import { continueTrace } from '../../domain/platform/trace.ts'
import { issueKey } from '../../domain/route/key.ts'
import type { Answered } from '../../domain/trial/compared-call.ts'
import { judgeAnswer } from '../../domain/trial/judge-answer.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { newId } from '../../lib/ids.ts'
import type { AppClient, AppTarget } from '../../outbound/app/app-client.ts'
import type { Platform } from '../platform/platform.ts'

const MAX_ANSWER_BYTES = 5 * 1024 * 1024

/** Whose call it is. */
export interface AskedFor {
  installationId: string
  routeId: string
  keyEpoch: number
  /** Host name of the tenant, or its locator. */
  tenant: string
}

export interface IsolatedCall {
  path: string
  query: string
  timeoutMs: number
  request: Buffer
}

/** Sends a call to a container on trial, with a key that opens settings and mappings alone. Never rejects. */
export async function askIsolated(
  platform: Pick<Platform, 'clock' | 'keyRing' | 'policy' | 'random'>,
  client: AppClient,
  to: { target: AppTarget; releaseId: string; installation: AskedFor; headers?: readonly string[] },
  call: IsolatedCall,
  signal?: AbortSignal,
): Promise<Answered> {
  const { installationId, routeId, keyEpoch: epoch, tenant } = to.installation
  const now = platform.clock.now()
  const key = { installationId, releaseId: to.releaseId, epoch, isolated: true }
  const begun = performance.now()
  const outcome = await client.send(to.target, {
    method: 'POST',
    target: call.path + call.query,
    headers: [
      'content-type',
      'application/json',
      'x-MKT-key',
      issueKey(platform.keyRing, key, now, platform.policy.keyTtlSeconds),
      'x-MKT-route',
      routeId,
      'x-MKT-tenant',
      tenant,
      appHeaders.requestId,
      newId('req', now, platform.random),
      appHeaders.traceparent,
      continueTrace(undefined, hexOf(platform.random)).traceparent,
      appHeaders.deadlineMs,
      String(call.timeoutMs),
      ...(to.headers ?? []),
    ],
    body: call.request,
    timeoutMs: call.timeoutMs,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    ...(signal === undefined ? {} : { signal }),
  })
  return judgeAnswer(outcome, Math.round(performance.now() - begun))
}
