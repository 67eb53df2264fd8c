import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AutofillDefinition, ConnectedTenant } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody, text, texts } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { isDefinable } from './autofill-definition.ts'
import { requireSubject } from './tokens.ts'

type Located = { Params: { locator: string } }

function find(tenant: ConnectedTenant, locator: string): AutofillDefinition {
  const found = tenant.autofill.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, 'autofill_unknown', `No autofill definition has the locator "${locator}"`)
  return found
}

export function autofillRoutes(app: FastifyInstance, simulation: Simulation): void {
  app.put('/integrations/autofill', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    const body = asBody(request.body)
    const operation = text(body, 'operation')
    const callSequence = texts(body, 'callSequence')
    if (!isDefinable(operation, tenant.products))
      throw new Refusal(400, 'operation_unknown', `"${operation}" is not <product>.<transaction>.<action>`)
    const unfit = callSequence.filter(
      (name) => !tenant.integrations.some((item) => item.name === name && item.type === 'data_autofill'),
    )
    if (unfit.length > 0 || callSequence.length === 0)
      throw new Refusal(400, 'call_sequence_invalid', `Not an integration of type data_autofill: ${unfit.join(', ')}`)
    const existing = tenant.autofill.find((item) => item.operation === operation)
    const definition = existing ?? { locator: randomUUID(), operation, callSequence }
    definition.callSequence = callSequence
    if (!existing) tenant.autofill.push(definition)
    simulation.changed()
    return definition
  })

  app.get('/integrations/autofill', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    return { calls: tenant.autofill }
  })

  app.get<Located>('/integrations/autofill/:locator', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    return find(tenant, request.params.locator)
  })

  app.delete<Located>('/integrations/autofill/:locator', async (request) => {
    const { tenant } = await requireSubject(simulation, request, 'integrations')
    tenant.autofill.splice(tenant.autofill.indexOf(find(tenant, request.params.locator)), 1)
    simulation.changed()
    return {}
  })
}
