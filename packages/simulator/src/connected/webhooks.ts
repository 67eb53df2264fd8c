import type { FastifyInstance } from 'fastify'
import type { ConnectedTenant, Webhook } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody, optionalFlag, optionalText, text, texts } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { webhookTarget } from './emit.ts'
import { CONNECTED_EVENTS } from './events.ts'
import { findIntegration } from './integrations.ts'
import { requireSubject } from './tokens.ts'

type Named = { Params: { name: string } }
type Diverted = { Params: { name: string; transactionId: string } }

function readWebhook(value: unknown, tenant: ConnectedTenant): Webhook {
  const body = asBody(value)
  const name = text(body, 'name')
  const integration = findIntegration(tenant, text(body, 'integrationName'))
  if (integration.type !== 'webhook')
    throw new Refusal(400, 'integration_type', `"${integration.name}" is not an integration of type webhook`)
  const events = texts(body, 'events')
  const unknown = events.filter((event) => !CONNECTED_EVENTS.includes(event))
  if (unknown.length > 0) throw new Refusal(400, 'event_unknown', `Unknown event names: ${unknown.join(', ')}`)
  const existing = tenant.webhooks.find((item) => item.name === name)
  const displayName = optionalText(body, 'displayName')
  return {
    name,
    integrationName: integration.name,
    ...(displayName === undefined ? {} : { displayName }),
    enabled: optionalFlag(body, 'enabled') ?? true,
    events,
    suspended: existing?.suspended ?? false,
    failuresInARow: existing?.failuresInARow ?? 0,
    diverted: existing?.diverted ?? [],
  }
}

function findWebhook(tenant: ConnectedTenant, name: string): Webhook {
  const found = tenant.webhooks.find((item) => item.name === name)
  if (!found) throw new Refusal(404, 'webhook_unknown', `No webhook is named "${name}"`)
  return found
}

const view = ({ diverted, failuresInARow: _, ...webhook }: Webhook) => ({ ...webhook, divertedCount: diverted.length })

export function webhookRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.put('/webhooks', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const webhook = readWebhook(request.body, tenant)
    const index = tenant.webhooks.findIndex((item) => item.name === webhook.name)
    // The object stays the same one: tries that are in progress report to it.
    if (index >= 0) Object.assign(tenant.webhooks[index] as Webhook, webhook)
    else tenant.webhooks.push(webhook)
    simulation.changed()
    return view(webhook)
  })

  app.get('/webhooks', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    return { webhooks: tenant.webhooks.map(view) }
  })

  app.get<Named>('/webhooks/:name', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    return view(findWebhook(tenant, request.params.name))
  })

  app.delete<Named>('/webhooks/:name', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    tenant.webhooks.splice(tenant.webhooks.indexOf(findWebhook(tenant, request.params.name)), 1)
    simulation.changed()
    return {}
  })

  app.patch<Named>('/webhooks/:name/unsuspend', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const webhook = findWebhook(tenant, request.params.name)
    webhook.suspended = false
    webhook.failuresInARow = 0
    simulation.changed()
    return view(webhook)
  })

  app.get<Named>('/webhooks/:name/diverted', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const { diverted } = findWebhook(tenant, request.params.name)
    return { diverted: diverted.map(({ body, ...event }) => ({ ...event, event: JSON.parse(body) })) }
  })

  app.post<Diverted>('/webhooks/:name/diverted/:transactionId/resend', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const webhook = findWebhook(tenant, request.params.name)
    const event = findDiverted(webhook, request.params.transactionId)
    const target = webhookTarget(simulation, findIntegration(tenant, webhook.integrationName), webhook)
    if (!(await simulation.deliveries.tryOnce(target, event)))
      throw new Refusal(502, 'not_delivered', 'The endpoint did not accept the event; it stays diverted')
    drop(webhook, event)
    simulation.changed()
    return {}
  })

  app.delete<Diverted>('/webhooks/:name/diverted/:transactionId', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const webhook = findWebhook(tenant, request.params.name)
    drop(webhook, findDiverted(webhook, request.params.transactionId))
    simulation.changed()
    return {}
  })
}

function findDiverted(webhook: Webhook, transactionId: string) {
  const event = webhook.diverted.find((item) => item.transactionId === transactionId)
  if (!event) throw new Refusal(404, 'diverted_unknown', `Nothing diverted has the transaction "${transactionId}"`)
  return event
}

function drop(webhook: Webhook, event: Webhook['diverted'][number]): void {
  const index = webhook.diverted.indexOf(event)
  if (index >= 0) webhook.diverted.splice(index, 1)
}
