import { createHmac, randomUUID } from 'node:crypto'
import type { ConnectedTenant, Integration, Webhook } from '../core/connected-tenant.ts'
import type { FailureRules, SentEvent, Target } from '../core/deliver.ts'
import type { Simulation } from '../core/simulation.ts'

const SUSPENDED_AFTER = 5

/** Retry, then divert, then suspend: this variant offers no choice. */
function rules(simulation: Simulation): FailureRules {
  return {
    triggers: ['4xx', '5xx', 'timeout'],
    delaysMs: simulation.retryDelaysMs,
    divert: true,
    suspendAfter: SUSPENDED_AFTER,
  }
}

/** Headers of a call to an integration, with the signature where it was asked for. */
export function integrationHeaders(integration: Integration, body: string): Record<string, string> {
  const spec = integration.securitySpec
  if (!spec?.hmacEnabled || spec.secret === undefined) return integration.headers
  return {
    ...integration.headers,
    'Platform-Signature': createHmac('sha256', spec.secret).update(body).digest('hex'),
  }
}

export function webhookTarget(simulation: Simulation, integration: Integration, webhook: Webhook): Target {
  const change = (update: () => void) => {
    update()
    simulation.changed()
  }
  return {
    outgoing: (body) => ({
      method: 'POST',
      url: integration.url,
      tenant: integration.tenantLocator,
      name: integration.name,
      headers: integrationHeaders(integration, body),
      body,
      timeoutMs: simulation.callTimeoutMs,
      verifyTls: integration.securitySpec?.secureSSL ?? true,
    }),
    rules: rules(simulation),
    isSuspended: () => webhook.suspended,
    succeeded: () => {
      webhook.failuresInARow = 0
    },
    failed: () => ++webhook.failuresInARow,
    suspend: () => change(() => (webhook.suspended = true)),
    divert: (event) => change(() => webhook.diverted.push(event)),
  }
}

export type EmittedEvent = { type: string; data: unknown; username: string; transactionId?: string }

/** Sends one event to every enabled webhook that asked for its type; returns the event's id. */
export function emitConnected(simulation: Simulation, tenant: ConnectedTenant, emitted: EmittedEvent): string {
  const id = randomUUID()
  const transactionId = emitted.transactionId ?? randomUUID()
  const sent: SentEvent = {
    transactionId,
    type: emitted.type,
    body: JSON.stringify({
      id,
      timestamp: String(simulation.clock()),
      transactionId,
      username: emitted.username,
      type: emitted.type,
      data: emitted.data,
    }),
  }
  const { type, data, username: by } = emitted
  const asking = tenant.webhooks.filter(({ enabled, events }) => enabled && events.includes(type))
  const at = new Date(simulation.clock()).toISOString()
  simulation.journal.add({ at, tenant: tenant.tenantLocator, id, type, by, data, listeners: asking.length })
  for (const webhook of asking) {
    const integration = tenant.integrations.find((item) => item.name === webhook.integrationName)
    if (integration) simulation.deliveries.post(webhookTarget(simulation, integration, webhook), sent)
  }
  return id
}
