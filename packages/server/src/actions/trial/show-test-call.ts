import { limits } from '@mkt/contract/limits'
import { type PricedPeril, readPrices, totalOf } from '../../domain/pricing/read-prices.ts'
import { type FilledField, filledFields } from '../../domain/trial/filled-fields.ts'
import type { TestCall } from '../../domain/trial/test-call.ts'
import { isJsonObject } from '../../lib/json/is-json-object.ts'
import { readJson } from '../../lib/json/read-json.ts'
import type { OutboundAnswer } from '../../outbound/http-client.ts'
import { installationMask } from '../installation/installation-mask.ts'
import type { Platform } from '../platform/platform.ts'
import { gatewayUnreachable } from './gateway-unreachable.ts'

export interface ShownTestCall {
  kind: TestCall['kind']
  path: string
  requestId: string | null
  status: number
  durationMs: number
  problem: { code: string; detail: string } | null
  filled: FilledField[]
  premiums: Pick<PricedPeril, 'exposure' | 'peril' | 'basis' | 'amount'>[]
  total: number | null
  currency: string | null
  request: string
  answer: string
}

/** A hostile answer has a million fields. */
const MAX_SHOWN = 100
const SHOWN_BYTES = limits.shownAnswer.value

/** Result of a test call for display: the installation's own secrets are masked in the application's answer. */
export async function showTestCall(
  platform: Pick<Platform, 'db' | 'vault'>,
  owner: { installationId: string; organizationId: string },
  call: TestCall,
  answered: OutboundAnswer & { durationMs: number },
): Promise<ShownTestCall> {
  const { status, headers, body, durationMs } = answered
  const problem = problemOf(answered)
  if (problem === null && (status < 200 || status > 299 || !isJsonObject(body)))
    throw gatewayUnreachable(`something else answers at its address, with status ${status}`)
  const mask = await installationMask(platform, owner)
  const isPriced = problem === null && call.kind === 'rater'
  const prices = isPriced ? readPrices(call.body, body) : undefined
  const filled = problem === null && call.kind === 'autofill' ? filledFields(readJson(body), MAX_SHOWN) : []
  const requestId = headers['x-request-id']
  return {
    kind: call.kind,
    path: call.path,
    requestId: typeof requestId === 'string' ? requestId : null,
    status,
    durationMs,
    problem,
    filled: filled.map(({ name, value }) => ({ name: mask(name), value: mask(value) })),
    premiums: (prices?.perils ?? [])
      .slice(0, MAX_SHOWN)
      .map(({ exposure, peril, basis, amount }) => ({ exposure, peril, basis, amount })),
    total: prices === undefined ? null : totalOf(prices.perils),
    currency: prices?.currency ?? null,
    request: call.body.subarray(0, SHOWN_BYTES).toString('utf8'),
    answer: problem === null ? mask(body.toString('utf8'), SHOWN_BYTES) : '',
  }
}

/** The gateway's failure; null if it forwarded an answer. */
function problemOf({ headers, body }: OutboundAnswer): { code: string; detail: string } | null {
  if (!String(headers['content-type']).startsWith('application/problem+json')) return null
  const { code, detail } = (readJson(body) ?? {}) as { code?: unknown; detail?: unknown }
  return typeof code === 'string' && typeof detail === 'string' ? { code, detail } : null
}
