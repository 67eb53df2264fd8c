import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'
import type { Desk, ProductView } from '../desk.ts'
import type { DeskContext } from '../desk-context.ts'
import { deskOf } from '../desk-of.ts'
import { attempt, show } from '../desk-reply.ts'
import { type FormGroup, filledNames, type Values, withValues } from '../form.ts'
import { formPage } from '../pages/form-page.ts'
import { deskUrl, type Page } from '../pages/layout.ts'
import { newQuotePage } from '../pages/new-quote-page.ts'
import { asked, doneIn, filledIn, type Query } from './query.ts'

type OfTenant = { Params: { tenant: string }; Querystring: Query }
type Located = { Params: { tenant: string; locator: string }; Querystring: Query }

/** Where a person goes after sending a form: back into it with what was filled in, or on to the policy. */
function nextUrl(desk: Desk, locator: string, values: Values, sent: readonly FormGroup[], done: string): string {
  return values.next === 'autofill'
    ? filledUrl(desk, locator, sent)
    : `${deskUrl(desk.tenant, 'policies', locator)}?done=${done}`
}

/** The form of a quote with what differs from the one that was sent. */
export function filledUrl(desk: Desk, locator: string, sent: readonly FormGroup[]): string {
  const filled = filledNames(sent, desk.editForm(locator)).join(',')
  return `${deskUrl(desk.tenant, 'policies', locator, 'edit')}?${new URLSearchParams({ done: 'autofill', filled })}`
}

/** Quotes by form: new ones, and those that are not issued yet. */
export function quoteRoutes(app: FastifyInstance, { simulation }: DeskContext): void {
  const find = (name: string) => deskOf(simulation, name)

  /** The applications a form calls; none to be named where the variant has no autofill. */
  const autofillOf = (desk: Desk, product: ProductView | undefined, step: 'autofill' | 'refill') =>
    desk.tenant.variant === 'connected' ? { autofill: product?.[step] ?? [] } : {}

  const newForm = (desk: Desk, product: string, account: string, sampled: boolean, entered?: Values): Page => {
    const form = desk.newForm(product, account, sampled)
    const known = desk.products().find(({ name }) => name === product)
    const body = formPage({
      ...{ heading: `New quote: ${known?.title ?? product}`, about: 'The fields come from the schema of the product.' },
      ...{ action: deskUrl(desk.tenant, 'new'), back: deskUrl(desk.tenant, 'new'), save: 'Create the quote' },
      ...{ groups: entered ? withValues(form, entered) : form, hidden: { product, account } },
      ...autofillOf(desk, known, 'autofill'),
    })
    return { title: 'New quote', tenant: desk.tenant, here: 'new', body }
  }

  app.get<OfTenant>('/desk/:tenant/new', async ({ params, query }, reply) => {
    const desk = find(params.tenant)
    const product = asked(query, 'product')
    if (product === '')
      return show(reply, { title: 'New quote', tenant: desk.tenant, here: 'new', body: newQuotePage(desk) })
    return show(
      reply,
      newForm(desk, product, accountOf(desk, asked(query, 'account')), asked(query, 'sample') === 'on'),
    )
  })

  app.post<OfTenant & { Body: Values }>('/desk/:tenant/new', async ({ params, body: values }, reply) => {
    const desk = find(params.tenant)
    const product = values.product ?? ''
    const account = accountOf(desk, values.account ?? '')
    const create = async () => {
      const sent = withValues(desk.newForm(product, account, false), values)
      const locator = await desk.create(product, account, values)
      return nextUrl(desk, locator, values, sent, 'created')
    }
    return attempt(reply, create, (refusal) => ({ ...newForm(desk, product, account, false, values), refusal }))
  })

  const editForm = (desk: Desk, locator: string, filled: readonly string[], entered?: Values): Page => {
    const form = desk.editForm(locator)
    const { row } = desk.policy(locator)
    const url = deskUrl(desk.tenant, 'policies', locator)
    const body = formPage({
      ...{ heading: `Quote ${locator}`, about: html`${row.holder} · ${row.product}` },
      ...{ action: `${url}/edit`, back: url, save: 'Save', filled },
      ...{ groups: entered ? withValues(form, entered) : form },
      ...autofillOf(
        desk,
        desk.products().find(({ title }) => title === row.product),
        'refill',
      ),
    })
    return { title: `Quote ${locator}`, tenant: desk.tenant, body }
  }

  app.get<Located>('/desk/:tenant/policies/:locator/edit', async ({ params, query }, reply) => {
    const page = editForm(find(params.tenant), params.locator, filledIn(query))
    return show(reply, { ...page, notice: doneIn(query) })
  })

  app.post<Located & { Body: Values }>(
    '/desk/:tenant/policies/:locator/edit',
    async ({ params, body: values }, reply) => {
      const desk = find(params.tenant)
      const update = async () => {
        const sent = withValues(desk.editForm(params.locator), values)
        await desk.update(params.locator, values)
        return nextUrl(desk, params.locator, values, sent, 'saved')
      }
      return attempt(reply, update, (refusal) => ({ ...editForm(desk, params.locator, [], values), refusal }))
    },
  )
}

/** The kind of account that was chosen, or the first one there is. */
function accountOf(desk: Desk, name: string): string {
  const types = desk.accountTypes()
  return types.includes(name) ? name : (types[0] ?? '')
}
