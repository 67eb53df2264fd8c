import type { FastifyInstance } from 'fastify'
import { TRANSACTION_KINDS } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { asBody, isRecord, type Json, optionalText, text, texts } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { page, requireHolder, requireTenant } from './access.ts'
import type { QuoteChange } from './change-quote.ts'
import {
  type Actor,
  anonymizeAccount,
  createAccount,
  createQuote,
  find,
  moveQuote,
  TRANSACTION_STEPS,
} from './policy-life.ts'

type OfTenant = { Params: { tenant: string } }
type Located = { Params: { tenant: string; locator: string } }
type Step = { Params: { tenant: string; locator: string; step: string } }

export function dataRoutes(app: FastifyInstance, simulation: Simulation): void {
  const writer = (request: Parameters<typeof requireTenant>[1]): Actor => {
    const { tenant, token } = requireTenant(simulation, request, 'write')
    return { simulation, tenant, userLocator: token.userLocator }
  }
  const change = (body: Json): QuoteChange => ({
    data: body.data,
    elements: body.elements,
    ...(body.removeElements === undefined ? {} : { removeElements: texts(body, 'removeElements') }),
  })

  app.get('/auth/users/whoami', async (request) => {
    const { token, tenant } = requireHolder(simulation, request)
    return {
      locator: token.userLocator,
      userName: `${tenant.name}-service`,
      tenants: [tenant.tenantLocator],
      permissions: token.permissions,
    }
  })

  app.get('/auth/tenants/mytenants/list', async (request) => {
    const { tenant } = requireHolder(simulation, request)
    return page([{ locator: tenant.tenantLocator, name: tenant.name, type: 'test' }], request.query)
  })

  app.get<OfTenant>('/config/:tenant/deployments/datamodel', async (request) => {
    const { tenant } = requireTenant(simulation, request, 'read')
    return tenant.dataModel
  })

  app.post<OfTenant>('/policy/:tenant/accounts', async (request) => {
    const body = asBody(request.body)
    return createAccount(writer(request), text(body, 'type'), body.data)
  })

  app.post<Located>('/policy/:tenant/accounts/:locator/anonymize', async (request) =>
    anonymizeAccount(writer(request), request.params.locator),
  )

  app.post<OfTenant>('/policy/:tenant/quotes', async (request) => {
    const actor = writer(request)
    const body = asBody(request.body)
    const accountLocator = text(body, 'accountLocator')
    find(actor.tenant.accounts, accountLocator, 'account')
    return createQuote(actor, {
      kind: 'quote',
      productName: text(body, 'productName'),
      accountLocator,
      ...change(body),
    })
  })

  /** A later transaction of an issued policy takes the same steps as a quote. */
  app.post<Located>('/policy/:tenant/policies/:locator/transactions', async (request) => {
    const actor = writer(request)
    const body = asBody(request.body)
    const policy = find(actor.tenant.policies, request.params.locator, 'policy')
    const kind = TRANSACTION_KINDS.find((item) => item === optionalText(body, 'kind'))
    if (!kind || kind === 'quote')
      throw new Refusal(400, 'kind_unknown', 'Give change, renewal, cancellation or reinstatement')
    const { productName, accountLocator } = policy
    return createQuote(actor, { kind, productName, accountLocator, policy, ...change(body) })
  })

  app.post<Step>('/policy/:tenant/quotes/:locator/:step', async (request) => {
    const { locator, step } = request.params
    if (!(step in TRANSACTION_STEPS)) throw new Refusal(404, 'step_unknown', `There is no step "${step}"`)
    const body = isRecord(request.body) ? request.body : {}
    return moveQuote(writer(request), locator, step, change(body))
  })

  for (const kind of ['policies', 'quotes', 'accounts'] as const)
    app.get<Located>(`/policy/:tenant/${kind}/:locator`, async (request) => {
      const { tenant } = requireTenant(simulation, request, 'read')
      return find<{ locator: string }>(
        tenant[kind],
        request.params.locator,
        kind === 'policies' ? 'policy' : kind.slice(0, -1),
      )
    })
}
