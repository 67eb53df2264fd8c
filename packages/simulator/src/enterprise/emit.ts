import { createHmac } from 'node:crypto'
import type { FailureRules, Target } from '../core/deliver.ts'
import type { EnterpriseTenant, EnterpriseWebhook } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { newUlid } from '../lib/ulid.ts'

/** Without failure handling an event gets one try and is gone: a webhook has to ask for more. */
function rules(simulation: Simulation, webhook: EnterpriseWebhook): FailureRules {
  const handling = webhook.failureHandling
  if (!handling) return { triggers: [], delaysMs: [], divert: false, suspendAfter: null }
  const retry = handling.retryStrategy
  const delaysMs = retry
    ? Array.from({ length: retry.attempts }, (_, i) => {
        const factor = retry.type === 'linear' ? 1 : 2 ** i
        return retry.interval * factor * simulation.retryUnitMs
      })
    : []
  return {
    triggers: handling.triggers,
    delaysMs,
    divert: handling.divert,
    suspendAfter: handling.suspend ? 1 : null,
  }
}

export function webhookTarget(simulation: Simulation, webhook: EnterpriseWebhook): Target {
  const change = (update: () => void) => {
    update()
    simulation.changed()
  }
  return {
    outgoing: (body) => ({
      method: 'POST',
      url: webhook.endpoint.url,
      name: webhook.name,
      headers: signed(webhook, body),
      body,
      timeoutMs: simulation.callTimeoutMs,
      verifyTls: true,
    }),
    rules: rules(simulation, webhook),
    isSuspended: () => webhook.suspended,
    succeeded: () => {},
    failed: () => 1,
    suspend: () => change(() => (webhook.suspended = true)),
    divert: (event) => change(() => webhook.diverted.push(event)),
  }
}

function signed(webhook: EnterpriseWebhook, body: string): Record<string, string | string[]> {
  const { headers, hmacEnabled, secret } = webhook.endpoint
  if (!hmacEnabled || secret === undefined) return headers
  return { ...headers, 'Platform-Signature': createHmac('sha256', secret).update(body).digest('hex') }
}

export type EmittedEvent = { type: string; data: unknown; userLocator: string }

/** Sends one event to every enabled webhook that asked for its type; returns the event's locator. */
export function emitEnterprise(simulation: Simulation, tenant: EnterpriseTenant, emitted: EmittedEvent): string {
  const now = simulation.clock()
  const locator = newUlid(now)
  const requestId = newUlid(now)
  const body = JSON.stringify({
    locator,
    requestId,
    userLocator: emitted.userLocator,
    timestamp: new Date(now).toISOString(),
    type: emitted.type,
    data: emitted.data,
  })
  const { type, data, userLocator: by } = emitted
  const asking = tenant.webhooks.filter(({ enabled, eventTypes }) => enabled && eventTypes.includes(type))
  const at = new Date(now).toISOString()
  simulation.journal.add({ at, tenant: tenant.tenantLocator, id: locator, type, by, data, listeners: asking.length })
  for (const webhook of asking) {
    const sent = { transactionId: locator, type: emitted.type, body }
    simulation.deliveries.post(webhookTarget(simulation, webhook), sent)
  }
  return locator
}
