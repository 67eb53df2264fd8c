import type { Policy, Updates } from '../core/connected-policy.ts'
import type { ConnectedTenant } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { isRecord } from '../lib/body.ts'
import { Refusal, refuse } from '../lib/refusal.ts'
import { type Action, sequenceInForce, type Transaction } from './autofill-definition.ts'
import { checkTerm } from './check-term.ts'
import { checkUpdates } from './check-updates.ts'
import { integrationHeaders } from './emit.ts'
import { findProduct } from './find-product.ts'
import { findIntegration } from './integrations.ts'
import { mergeUpdates } from './merge-updates.ts'

export type AutofillInput = {
  policyholderLocator: string
  productName: string
  operation: Transaction
  operationType: Action
  updates: Updates
  policyLocator?: string
  endorsementLocator?: string
  renewalLocator?: string
  /** What the change is about, where it exists already; not sent. */
  policy?: Policy
  /** Named in the request itself; wins over every definition. */
  sequence?: string[]
}

/**
 * Calls the sequence in force one after another, each on the result of the one before. An answer that names what the
 * product or the policy does not have stops the operation, as the change itself would.
 */
export async function runAutofill(
  simulation: Simulation,
  tenant: ConnectedTenant,
  input: AutofillInput,
): Promise<Updates> {
  const { sequence, policy, updates: first, ...context } = input
  const product = findProduct(tenant, input.productName)
  const names = sequence ?? sequenceInForce(tenant.autofill, product.name, input.operation, input.operationType)
  refuse(checkTerm(first), 400, 'updates_invalid')
  let updates = first
  for (const name of names) {
    const answer = await callIntegration(simulation, tenant, name, { ...context, updates, configVersion: 1 })
    const merged = mergeUpdates(updates, answer)
    const problems = [...checkUpdates(answer, product, policy), ...checkTerm(merged)]
    refuse(problems, 502, 'integration_failed', `"${name}" answered a change that cannot be made: `)
    updates = merged
  }
  return updates
}

/** One call to autofill or a rater; anything but a JSON object with a 2xx stops the operation. */
export async function callIntegration(
  simulation: Simulation,
  tenant: ConnectedTenant,
  name: string,
  payload: unknown,
): Promise<Record<string, unknown>> {
  const integration = findIntegration(tenant, name)
  const body = JSON.stringify(payload)
  const answer = await simulation.send({
    method: 'POST',
    url: integration.url,
    tenant: tenant.tenantLocator,
    name,
    headers: integrationHeaders(integration, body),
    body,
    timeoutMs: simulation.callTimeoutMs,
    verifyTls: integration.securitySpec?.secureSSL ?? true,
  })
  if (answer.status === null) throw new Refusal(502, 'integration_failed', `"${name}" gave no answer: ${answer.error}`)
  if (answer.status < 200 || answer.status > 299)
    throw new Refusal(502, 'integration_failed', `"${name}" answered ${answer.status}${reason(answer.body)}`)
  const parsed = parse(answer.body)
  if (!isRecord(parsed)) throw new Refusal(502, 'integration_failed', `"${name}" did not answer with a JSON object`)
  return parsed
}

const REASON_LENGTH = 1_000

/** The sentence of a refusal, where the answer has one: a problem, or the message that many applications send. */
function reason(body: string): string {
  const answer = parse(body)
  const given = isRecord(answer) ? [answer.detail, answer.message, answer.error, answer.title] : []
  const sentence = given.find((one) => typeof one === 'string' && one !== '')
  return sentence === undefined ? '' : `: ${String(sentence).slice(0, REASON_LENGTH)}`
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
