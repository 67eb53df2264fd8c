import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../lib/refusal.ts'
import { type Desk, POLICY_ACTIONS } from '../desk.ts'
import type { DeskContext } from '../desk-context.ts'
import { deskOf } from '../desk-of.ts'
import { attempt, show } from '../desk-reply.ts'
import { type FormGroup, field, filledNames, type Values, withValues } from '../form.ts'
import { historyOf } from '../history-of.ts'
import { formPage } from '../pages/form-page.ts'
import { deskUrl, type Page } from '../pages/layout.ts'
import { policyPage } from '../pages/policy-page.ts'
import { dayOf } from '../times.ts'
import { doneIn, type Query } from './query.ts'
import { filledUrl } from './quote-routes.ts'

type Located = { Params: { tenant: string; locator: string }; Querystring: Query }
type Stepped = { Params: { tenant: string; locator: string; action: string } }

/** A policy with its history, its steps, endorsements and claims. */
export function policyPageRoutes(app: FastifyInstance, { simulation }: DeskContext): void {
  const find = (name: string) => deskOf(simulation, name)
  const policy = (desk: Desk, locator: string): Page => {
    const view = desk.policy(locator)
    const history = historyOf(simulation, desk.tenant.locator, view.locators)
    const title = `${view.isQuote ? 'Quote' : 'Policy'} ${view.row.locator}`
    return { title, tenant: desk.tenant, body: policyPage(desk, view, history) }
  }

  app.get<Located>('/desk/:tenant/policies/:locator', async ({ params, query }, reply) => {
    return show(reply, { ...policy(find(params.tenant), params.locator), notice: doneIn(query) })
  })

  const endorsement = (desk: Desk, locator: string, entered?: Values): Page => {
    const form = desk.endorseForm(locator)
    const url = deskUrl(desk.tenant, 'policies', locator)
    const body = formPage({
      ...{
        heading: `Endorse policy ${locator}`,
        about: 'Edit the fields to change. The endorsement takes effect once it is issued.',
      },
      ...{ action: `${url}/endorse`, back: url, save: 'Begin the endorsement', isLenient: true },
      groups: entered ? withValues(form, entered) : form,
    })
    return { title: `Endorse ${locator}`, tenant: desk.tenant, body }
  }

  app.get<Located>('/desk/:tenant/policies/:locator/endorse', async ({ params }, reply) =>
    show(reply, endorsement(find(params.tenant), params.locator)),
  )

  app.post<Located & { Body: Values }>(
    '/desk/:tenant/policies/:locator/endorse',
    async ({ params, body: values }, reply) => {
      const desk = find(params.tenant)
      const begin = async () => {
        const sent = withValues(desk.endorseForm(params.locator), values)
        const change = await desk.begin(params.locator, 'endorse', values)
        // The form of an endorsement has no term, so its term is nothing that was filled in.
        const filled = filledNames(sent, desk.changeForms(change)).filter((name) => !name.startsWith('term.'))
        const query = new URLSearchParams({ done: 'begun', filled: filled.join(',') })
        return `${deskUrl(desk.tenant, 'changes', change)}?${query}`
      }
      return attempt(reply, begin, (refusal) => ({ ...endorsement(desk, params.locator, values), refusal }))
    },
  )

  const claim = (desk: Desk, locator: string, entered?: Values): Page => {
    const fields = [
      field('claim.incident', 'Day of the loss', { kind: 'date', required: true, value: dayOf(simulation.clock()) }),
      field('claim.description', 'What happened', { kind: 'long' }),
    ]
    const form: FormGroup[] = [{ title: 'Loss', fields, groups: [] }]
    const url = deskUrl(desk.tenant, 'policies', locator)
    const body = formPage({
      ...{ heading: `Open a claim: policy ${locator}`, about: 'A loss under this policy.' },
      ...{ action: `${url}/claim`, back: url, save: 'Open the claim' },
      groups: entered ? withValues(form, entered) : form,
    })
    return { title: `Claim under ${locator}`, tenant: desk.tenant, body }
  }

  app.get<Located>('/desk/:tenant/policies/:locator/claim', async ({ params }, reply) => {
    const desk = find(params.tenant)
    desk.policy(params.locator)
    return show(reply, claim(desk, params.locator))
  })

  app.post<Located & { Body: Values }>(
    '/desk/:tenant/policies/:locator/claim',
    async ({ params, body: values }, reply) => {
      const desk = find(params.tenant)
      const open = () => {
        desk.claim(params.locator, values['claim.incident'] ?? '', values['claim.description'] ?? '')
        return `${deskUrl(desk.tenant, 'policies', params.locator)}?done=claim`
      }
      return attempt(reply, open, (refusal) => ({ ...claim(desk, params.locator, values), refusal }))
    },
  )

  // A refused step is shown at its own address: who loads that again comes back to the policy, and does nothing.
  app.get<Stepped>('/desk/:tenant/policies/:locator/:action', async ({ params }, reply) =>
    reply.redirect(deskUrl(find(params.tenant).tenant, 'policies', params.locator), 303),
  )

  app.post<Stepped>('/desk/:tenant/policies/:locator/:action', async ({ params }, reply) => {
    const desk = find(params.tenant)
    const { locator } = params
    return attempt(
      reply,
      () => step(desk, locator, params.action),
      (refusal) => ({ ...policy(desk, locator), refusal }),
    )
  })
}

/** Takes a step that needs no form; answers the page to go on with. */
async function step(desk: Desk, locator: string, given: string): Promise<string> {
  const action = POLICY_ACTIONS.find((one) => one === given)
  if (action === 'renew' || (action === 'cancel' && desk.tenant.variant === 'enterprise'))
    return `${deskUrl(desk.tenant, 'changes', await desk.begin(locator, action, {}))}?done=begun`
  if (action === undefined || action === 'edit' || action === 'endorse' || action === 'claim')
    throw new Refusal(404, 'step_unknown', `There is no step "${given}"`)
  const sent = action === 'autofill' ? desk.editForm(locator) : []
  const after = await desk.step(locator, action)
  return action === 'autofill'
    ? filledUrl(desk, after, sent)
    : `${deskUrl(desk.tenant, 'policies', after)}?done=${action}`
}
