import type { FastifyInstance } from 'fastify'
import type { Simulation } from '../core/simulation.ts'
import { asBody, optionalText, text } from '../lib/body.ts'
import { requireTenant } from './access.ts'
import { createFirstNotice, submitFirstNotice } from './first-notice-life.ts'
import { type Actor, find } from './policy-life.ts'

type OfTenant = { Params: { tenant: string } }
type Located = { Params: { tenant: string; locator: string } }

export function firstNoticeRoutes(app: FastifyInstance, simulation: Simulation): void {
  const writer = (request: Parameters<typeof requireTenant>[1]): Actor => {
    const { tenant, token } = requireTenant(simulation, request, 'write')
    return { simulation, tenant, userLocator: token.userLocator }
  }

  app.post<OfTenant>('/claim/:tenant/fnols', async (request) => {
    const actor = writer(request)
    const body = asBody(request.body)
    return createFirstNotice(actor, text(body, 'policyLocator'), {
      incidentTime: optionalText(body, 'incidentTime'),
      description: optionalText(body, 'description'),
    })
  })

  app.get<Located>('/claim/:tenant/fnols/:locator', async (request) => {
    const { tenant } = requireTenant(simulation, request, 'read')
    return find(tenant.firstNotices, request.params.locator, 'fnol')
  })

  app.post<Located>('/claim/:tenant/fnols/:locator/submit', async (request) =>
    submitFirstNotice(writer(request), request.params.locator),
  )
}
