import type { FastifyInstance } from 'fastify'
import {
  type ConnectedTenant,
  INTEGRATION_TYPES,
  type Integration,
  type SecuritySpec,
} from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody, httpUrl, invalid, isRecord, type Json, oneOf, optionalFlag, text } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { requireSubject } from './tokens.ts'

type Named = { Params: { name: string } }

function readHeaders(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {}
  if (!isRecord(value)) throw invalid('headers', 'a map of strings')
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      if (typeof item !== 'string') throw invalid(`headers.${name}`, 'a string')
      return [name, item]
    }),
  )
}

function readSecurity(value: unknown, url: string): SecuritySpec | undefined {
  if (value === undefined || value === null) return undefined
  const spec = asBody(value)
  if (!url.startsWith('https:')) throw invalid('securitySpec', 'left out unless the url is https')
  const hmacEnabled = optionalFlag(spec, 'hmacEnabled') ?? false
  return {
    hmacEnabled,
    secureSSL: optionalFlag(spec, 'secureSSL') ?? true,
    ...(hmacEnabled ? { secret: text(spec, 'secret') } : {}),
  }
}

function readIntegration(body: Json, tenant: ConnectedTenant): Integration {
  const url = httpUrl(text(body, 'url'))
  const securitySpec = readSecurity(body.securitySpec, url)
  return {
    name: text(body, 'name'),
    url,
    type: oneOf(body, 'type', INTEGRATION_TYPES),
    headers: readHeaders(body.headers),
    tenantLocator: tenant.tenantLocator,
    ...(securitySpec ? { securitySpec } : {}),
  }
}

/** Who still refers to an integration; it cannot be deleted before them. */
function usersOf(tenant: ConnectedTenant, name: string): string[] {
  return [
    ...tenant.webhooks.filter((item) => item.integrationName === name).map((item) => `webhook ${item.name}`),
    ...tenant.autofill.filter((item) => item.callSequence.includes(name)).map((item) => `autofill ${item.operation}`),
  ]
}

export function findIntegration(tenant: ConnectedTenant, name: string): Integration {
  const found = tenant.integrations.find((item) => item.name === name)
  if (!found) throw new Refusal(404, 'integration_unknown', `No integration is named "${name}"`)
  return found
}

export function integrationRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.get('/integrations', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    return { externalServiceIntegrations: tenant.integrations }
  })

  app.post('/integrations', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const integration = readIntegration(asBody(request.body), tenant)
    if (tenant.integrations.some((item) => item.name === integration.name))
      throw new Refusal(409, 'name_taken', `An integration named "${integration.name}" exists already`)
    tenant.integrations.push(integration)
    simulation.changed()
    return integration
  })

  app.put<Named>('/integrations/:name', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const existing = findIntegration(tenant, request.params.name)
    const integration = readIntegration({ ...asBody(request.body), name: existing.name }, tenant)
    tenant.integrations.splice(tenant.integrations.indexOf(existing), 1, integration)
    simulation.changed()
    return integration
  })

  app.delete<Named>('/integrations/:name', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const existing = findIntegration(tenant, request.params.name)
    const users = usersOf(tenant, existing.name)
    if (users.length > 0) throw new Refusal(409, 'in_use', `"${existing.name}" is used by ${users.join(', ')}`)
    tenant.integrations.splice(tenant.integrations.indexOf(existing), 1)
    simulation.changed()
    return {}
  })
}
