import type { FastifyInstance } from 'fastify'
import type { Simulation } from '../core/simulation.ts'
import { asBody, optionalText } from '../lib/body.ts'
import { closeClaim, findClaim, openClaim } from './claim-life.ts'
import { requireSubject } from './tokens.ts'

type Located = { Params: { locator: string } }

export function claimRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.post<Located>('/policy/:locator/claims', async (request) => {
    const body = asBody(request.body ?? {})
    const { tenant, username } = await requireSubject(simulation, request, 'write')
    return openClaim({ simulation, tenant, username }, request.params.locator, {
      incidentTimestamp: optionalText(body, 'incidentTimestamp'),
      description: optionalText(body, 'description'),
    })
  })

  app.get<Located>('/claims/:locator', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'read')
    return findClaim(tenant, request.params.locator)
  })

  app.post<Located>('/claims/:locator/close', async (request) => {
    const { tenant, username } = await requireSubject(simulation, request, 'write')
    return closeClaim({ simulation, tenant, username }, request.params.locator)
  })
}
