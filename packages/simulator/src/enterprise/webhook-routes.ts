import type { FastifyInstance } from 'fastify'
import type { EnterpriseTenant, EnterpriseWebhook } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { Refusal } from '../lib/refusal.ts'
import { newUlid } from '../lib/ulid.ts'
import { page, requireTenant } from './access.ts'
import { webhookTarget } from './emit.ts'
import { patchedWebhook, readNewWebhook } from './read-webhook.ts'

type OfTenant = { Params: { tenant: string } }
type Located = { Params: { tenant: string; locator: string } }
type Diverted = { Params: { tenant: string; locator: string; event: string } }

const BASE = '/event/:tenant/webhooks'

function find(tenant: EnterpriseTenant, locator: string): EnterpriseWebhook {
  const found = tenant.webhooks.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, 'webhook_unknown', `No webhook has the locator "${locator}"`)
  return found
}

function refuseTaken(tenant: EnterpriseTenant, webhook: EnterpriseWebhook): void {
  if (tenant.webhooks.some((item) => item.name === webhook.name && item.locator !== webhook.locator))
    throw new Refusal(409, 'name_taken', `A webhook named "${webhook.name}" exists already`)
}

/** The signing secret is write-only. */
function view({ diverted, endpoint: { secret: _, ...endpoint }, ...webhook }: EnterpriseWebhook) {
  return { ...webhook, endpoint, divertedCount: diverted.length }
}

function refuseUnknown({ mood }: Simulation, { eventTypes }: EnterpriseWebhook): void {
  const unknown = eventTypes.filter((type) => mood.unknownEvents.includes(type))
  if (unknown.length > 0) throw new Refusal(400, 'event_unknown', `Unknown event types: ${unknown.join(', ')}`)
}

export function webhookRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.post<OfTenant>(BASE, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const webhook = readNewWebhook(request.body, newUlid(simulation.clock()))
    refuseUnknown(simulation, webhook)
    refuseTaken(tenant, webhook)
    tenant.webhooks.push(webhook)
    simulation.changed()
    return view(webhook)
  })

  app.get<OfTenant & { Querystring: { name?: string } }>(`${BASE}/list`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const { name } = request.query
    const found = tenant.webhooks.filter((item) => name === undefined || item.name === name)
    return page(found.map(view), request.query)
  })

  app.get<Located>(`${BASE}/:locator`, async (request) =>
    view(find(requireTenant(simulation, request, 'webhooks').tenant, request.params.locator)),
  )

  app.patch<Located>(`${BASE}/:locator`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const webhook = find(tenant, request.params.locator)
    const next = patchedWebhook(webhook, request.body)
    refuseTaken(tenant, next)
    Object.assign(webhook, next)
    simulation.changed()
    return view(webhook)
  })

  app.delete<Located>(`${BASE}/:locator`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    tenant.webhooks.splice(tenant.webhooks.indexOf(find(tenant, request.params.locator)), 1)
    simulation.changed()
    return {}
  })

  app.patch<Located>(`${BASE}/:locator/unsuspend`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const webhook = find(tenant, request.params.locator)
    webhook.suspended = false
    simulation.changed()
    return view(webhook)
  })

  app.get<Located>(`${BASE}/:locator/diverted`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const { diverted } = find(tenant, request.params.locator)
    const items = diverted.map(({ body, transactionId, ...event }) => ({
      ...event,
      locator: transactionId,
      event: JSON.parse(body),
    }))
    return page(items, request.query)
  })

  app.post<Diverted>(`${BASE}/:locator/diverted/:event/resend`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const webhook = find(tenant, request.params.locator)
    const event = findDiverted(webhook, request.params.event)
    if (!(await simulation.deliveries.tryOnce(webhookTarget(simulation, webhook), event)))
      throw new Refusal(502, 'not_delivered', 'The endpoint did not accept the event; it stays diverted')
    drop(simulation, webhook, event)
    return {}
  })

  app.delete<Diverted>(`${BASE}/:locator/diverted/:event`, async (request) => {
    const { tenant } = requireTenant(simulation, request, 'webhooks')
    const webhook = find(tenant, request.params.locator)
    drop(simulation, webhook, findDiverted(webhook, request.params.event))
    return {}
  })
}

function findDiverted(webhook: EnterpriseWebhook, locator: string) {
  const event = webhook.diverted.find((item) => item.transactionId === locator)
  if (!event) throw new Refusal(404, 'diverted_unknown', `Nothing diverted has the locator "${locator}"`)
  return event
}

function drop(simulation: Simulation, webhook: EnterpriseWebhook, event: EnterpriseWebhook['diverted'][number]): void {
  const index = webhook.diverted.indexOf(event)
  if (index >= 0) webhook.diverted.splice(index, 1)
  simulation.changed()
}
