import type { FastifyInstance } from 'fastify'
import { attachRater } from '../../connected/product-routes.ts'
import { asBody, oneOf, optionalText, text } from '../../lib/body.ts'
import { Refusal } from '../../lib/refusal.ts'
import { findTenant } from '../../sim/find-tenant.ts'
import { SCENARIOS } from '../../sim/scenarios.ts'
import { seedBook } from '../../sim/seed-book.ts'
import { startScenario } from '../../sim/start-scenario.ts'
import type { Desk } from '../desk.ts'
import type { DeskContext } from '../desk-context.ts'
import { deskOf } from '../desk-of.ts'
import { attempt, show } from '../desk-reply.ts'
import { findInBook } from '../find-in-book.ts'
import { bookPage } from '../pages/book-page.ts'
import { deskUrl, type Page } from '../pages/layout.ts'
import { productsPage } from '../pages/products-page.ts'
import { scenariosPage } from '../pages/scenarios-page.ts'
import { asked, doneIn, type Query } from './query.ts'

type OfTenant = { Params: { tenant: string }; Querystring: Query }

/** What concerns a tenant as a whole: its book, products and scenarios. */
export function tenantRoutes(app: FastifyInstance, { simulation, runner }: DeskContext): void {
  const find = (name: string) => deskOf(simulation, name)
  const products = (desk: Desk): Page => ({
    title: 'Products',
    tenant: desk.tenant,
    here: 'products',
    body: productsPage(desk),
  })
  const scenarios = (desk: Desk): Page => ({
    ...{ title: 'Scenarios', tenant: desk.tenant, here: 'scenarios' },
    body: scenariosPage(desk, runner.list()),
  })

  app.get<OfTenant>('/desk/:tenant', async ({ params, query }, reply) => {
    const desk = find(params.tenant)
    const found = findInBook(desk.book(), {
      query: asked(query, 'q').slice(0, 200).trim(),
      product: asked(query, 'product'),
      state: asked(query, 'state'),
      page: Math.floor(Number(asked(query, 'page'))) || 1,
    })
    return show(reply, { title: 'Policies', tenant: desk.tenant, here: 'book', body: bookPage(desk, found) })
  })

  app.get<OfTenant>('/desk/:tenant/products', async ({ params, query }, reply) =>
    show(reply, { ...products(find(params.tenant)), notice: doneIn(query) }),
  )

  app.post<OfTenant>('/desk/:tenant/products', async ({ params, body }, reply) => {
    const desk = find(params.tenant)
    const attach = () => {
      const tenant = findTenant(simulation, params.tenant)
      if (!('connected' in tenant)) throw new Refusal(400, 'variant', 'Only the connected variant has external raters')
      attachRater(tenant.connected, text(asBody(body), 'product'), asBody(body).rater)
      simulation.changed()
      return `${deskUrl(desk.tenant, 'products')}?done=rater`
    }
    return attempt(reply, attach, (refusal) => ({ ...products(desk), refusal }))
  })

  app.get<OfTenant>('/desk/:tenant/scenarios', async ({ params, query }, reply) =>
    show(reply, { ...scenarios(find(params.tenant)), notice: doneIn(query) }),
  )

  app.post<OfTenant>('/desk/:tenant/scenarios', async ({ params, body }, reply) => {
    const desk = find(params.tenant)
    const start = () => {
      const form = asBody(body)
      const name = oneOf(form, 'name', SCENARIOS)
      const [count, seconds] = [numberIn(form, 'count'), numberIn(form, 'seconds')]
      startScenario(simulation, runner, { name, tenant: desk.tenant.name, count, seconds })
      return `${deskUrl(desk.tenant, 'scenarios')}?done=scenario`
    }
    return attempt(reply, start, (refusal) => ({ ...scenarios(desk), refusal }))
  })

  app.post<{ Params: { tenant: string; id: string } }>(
    '/desk/:tenant/scenarios/:id/stop',
    async ({ params }, reply) => {
      const desk = find(params.tenant)
      runner.stop(params.id)
      return reply.redirect(`${deskUrl(desk.tenant, 'scenarios')}?done=stop`, 303)
    },
  )

  app.post<OfTenant>('/desk/:tenant/books', async ({ params, body }, reply) => {
    const desk = find(params.tenant)
    const add = () => {
      seedBook(simulation, findTenant(simulation, params.tenant), numberIn(asBody(body), 'policies'))
      return `${deskUrl(desk.tenant, 'scenarios')}?done=book`
    }
    return attempt(reply, add, (refusal) => ({ ...scenarios(desk), refusal }))
  })
}

/** A number as a form writes it. */
function numberIn(form: ReturnType<typeof asBody>, name: string): number | undefined {
  const given = optionalText(form, name)
  const value = Number(given ?? 0)
  if (!Number.isFinite(value)) throw new Refusal(400, 'field_invalid', `"${name}" must be a number`)
  return given === undefined ? undefined : value
}
