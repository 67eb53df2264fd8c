import { limits } from '@mkt/contract/limits'
import { reasonText } from '@mkt/contract/text'
import { type HookName, hookOf } from '@mkt/manifest'
import { forwardingHeaders } from '../../domain/delivery/forwarding.ts'
import { hookRequest, judgeHookAnswer, judgePollAnswer } from '../../domain/installation/hook.ts'
import { maskMargin } from '../../domain/platform/mask.ts'
import type { Trace } from '../../domain/platform/trace.ts'
import { issueKey } from '../../domain/route/key.ts'
import type { AppClient, AppTarget } from '../../outbound/app/app-client.ts'
import type { AppSilence } from '../../outbound/app/app-silence.ts'
import { type AppAnswer, answerHeader } from '../../outbound/app/held-answer.ts'
import { healthyAddresses } from '../../store/deployment/instances.ts'
import type { Installation } from '../../store/installation/installations.ts'
import type { Release } from '../../store/release/releases.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { endpointOf } from './installation-endpoint.ts'
import { installationMask } from './installation-mask.ts'

export type HookTry =
  | { kind: 'done'; status: number; durationMs: number }
  | { kind: 'busy'; status: number }
  | { kind: 'poll'; path: string }
  /** `status` is null when no answer came. */
  | { kind: 'failed'; reason: string; status: number | null; durationMs: number }
  /** Somebody wants something else by now; the application heard nothing. */
  | { kind: 'unwanted' }
  /** Nobody to ask: no instance of the release is healthy, or none could be reached. Spends no try. */
  | { kind: 'nobody' }

export interface HookCall {
  installation: Installation
  hook: HookName
  release: Release
  previousVersion: string | undefined
  /** Where a former answer said to ask, if it did. */
  poll: string | null
  timeoutMs: number
  trace: Trace
  requestId: string
  signal: AbortSignal
  /** Asked right before the request goes out. */
  mayGo(): Promise<boolean>
}

const SHOWN_BYTES = limits.shownAnswer.value
const SHOWN_CHARACTERS = 500

/** Sends a lifecycle hook once, or polls one that is still busy. */
export async function sendHook(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'keyRing' | 'policy' | 'vault'>,
  client: AppClient,
  call: HookCall,
): Promise<HookTry> {
  const { installation, hook, release } = call
  const instances = await healthyAddresses(platform.db, release.id)
  const target = client.choose<AppTarget>(instances.map(({ instanceId, address }) => ({ id: instanceId, address })))
  if (!target) return { kind: 'nobody' }
  const request = hookRequest({
    hook,
    path: hookOf(release.manifest, hook)?.path,
    route: endpointOf(platform, installation.routeId),
    routeId: installation.routeId,
    installationId: installation.id,
    release: release.version,
    previousRelease: call.previousVersion,
  })
  const headers = await headersOf(platform, call)
  if (!(await call.mayGo())) return { kind: 'unwanted' }
  const begun = performance.now()
  const answer = await client.send(target, {
    method: call.poll === null ? request.method : 'GET',
    target: call.poll ?? request.path,
    headers: [...headers, ...(call.poll === null && request.body !== null ? jsonBody : [])],
    body: call.poll === null && request.body !== null ? Buffer.from(request.body) : null,
    timeoutMs: call.timeoutMs,
    maxAnswerBytes: SHOWN_BYTES + maskMargin,
    signal: call.signal,
  })
  const durationMs = Math.round(performance.now() - begun)
  if (answer.kind === 'silence') return silent(answer, hook, durationMs)
  const { status } = answer
  const failed = async (): Promise<HookTry> => {
    return { kind: 'failed', reason: await reasonOf(platform, call, answer), status, durationMs }
  }
  if (call.poll !== null) {
    const judged = judgePollAnswer(status)
    if (judged === 'busy') return { kind: 'busy', status }
    return judged === 'done' ? { kind: 'done', status, durationMs } : failed()
  }
  const judged = judgeHookAnswer(status, answerHeader(answer, 'location'))
  if (judged === 'done') return { kind: 'done', status, durationMs }
  if (judged === 'failed') return failed()
  return { kind: 'poll', path: judged.poll }
}

const jsonBody = ['content-type', 'application/json']

async function headersOf(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'keyRing' | 'policy'>,
  { installation, release, trace, requestId }: HookCall,
): Promise<string[]> {
  const tenant = await tenantById(platform.db, installation.tenantId)
  const now = platform.clock.now()
  const to = { installationId: installation.id, releaseId: release.id, epoch: installation.keyEpoch }
  const { host, protocol } = new URL(platform.addresses.gatewayUrl || 'http://localhost')
  return [
    'x-MKT-key',
    issueKey(platform.keyRing, to, now, platform.policy.keyTtlSeconds),
    'x-MKT-route',
    installation.routeId,
    'x-MKT-tenant',
    tenant?.tenantLocator ?? tenant?.hostName ?? '',
    'x-request-id',
    requestId,
    'traceparent',
    trace.traceparent,
    // Nobody but the platform calls here, so it names itself.
    ...forwardingHeaders({ for: platform.addresses.own, host, proto: protocol.replace(':', '') }),
  ]
}

function silent(silence: AppSilence, hook: HookName, durationMs: number): HookTry {
  if (silence.error === 'refused' || silence.error === 'connect') return { kind: 'nobody' }
  const reason = `The "${hook}" hook of the app gave no answer: ${silence.message}.`
  return { kind: 'failed', reason, status: null, durationMs }
}

/** The hook's answer for the customer's administrator: truncated, with the installation's own secrets, keys and tokens masked. */
async function reasonOf(
  platform: Pick<Platform, 'db' | 'vault'>,
  { installation, hook }: HookCall,
  answer: AppAnswer,
): Promise<string> {
  const hide = await installationMask(platform, {
    installationId: installation.id,
    organizationId: installation.organizationId,
  })
  const text = hide(answer.body.toString('utf8'), SHOWN_BYTES)
  // Masked again: a secret that markup or colours broke into pieces is whole once they are gone.
  const shown = hide(reasonText(text, SHOWN_BYTES), SHOWN_BYTES).slice(0, SHOWN_CHARACTERS)
  return `The "${hook}" hook of the app answered ${answer.status}${shown === '' ? ' without a text.' : `: ${shown}`}`
}
