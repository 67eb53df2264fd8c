import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../lib/refusal.ts'
import { CHANGE_ACTIONS, CLAIM_ACTIONS, type Desk } from '../desk.ts'
import type { DeskContext } from '../desk-context.ts'
import { deskOf } from '../desk-of.ts'
import { attempt, show } from '../desk-reply.ts'
import { filledNames } from '../form.ts'
import { historyOf } from '../history-of.ts'
import { changePage } from '../pages/change-page.ts'
import { deskUrl, type Page } from '../pages/layout.ts'
import { capital, inWords } from '../pages/words.ts'
import { doneIn, filledIn, type Query } from './query.ts'

type Located = { Params: { tenant: string; locator: string }; Querystring: Query }
type Stepped = { Params: { tenant: string; locator: string; action: string } }

/** Endorsements, renewals and cancellations until they are issued, and the steps of claims. */
export function changeRoutes(app: FastifyInstance, { simulation }: DeskContext): void {
  const find = (name: string) => deskOf(simulation, name)
  const page = (desk: Desk, locator: string, filled: readonly string[]): Page => {
    const view = desk.change(locator)
    const { locators } = desk.policy(view.policyLocator)
    const history = historyOf(simulation, desk.tenant.locator, locators)
    const title = `${capital(inWords(view.kind))} of ${view.policyLocator}`
    return { title, tenant: desk.tenant, body: changePage(desk, view, filled, history) }
  }

  app.get<Located>('/desk/:tenant/changes/:locator', async ({ params, query }, reply) => {
    const shown = page(find(params.tenant), params.locator, filledIn(query))
    return show(reply, { ...shown, notice: doneIn(query) })
  })

  app.get<Stepped>('/desk/:tenant/changes/:locator/:action', async ({ params }, reply) =>
    reply.redirect(deskUrl(find(params.tenant).tenant, 'changes', params.locator), 303),
  )

  app.post<Stepped>('/desk/:tenant/changes/:locator/:action', async ({ params }, reply) => {
    const desk = find(params.tenant)
    const { locator } = params
    const step = async () => {
      const action = CHANGE_ACTIONS.find((one) => one === params.action)
      if (action === undefined) throw new Refusal(404, 'step_unknown', `There is no step "${params.action}"`)
      const sent = desk.changeForms(locator)
      await desk.changeStep(locator, action)
      // An issued change has done its work: what it made of the policy is there.
      if (action === 'issue')
        return `${deskUrl(desk.tenant, 'policies', desk.change(locator).policyLocator)}?done=issue`
      const filled = action === 'autofill' ? filledNames(sent, desk.changeForms(locator)).join(',') : ''
      return `${deskUrl(desk.tenant, 'changes', locator)}?${new URLSearchParams({ done: action, filled })}`
    }
    return attempt(reply, step, (refusal) => ({ ...page(desk, locator, []), refusal }))
  })

  app.post<Stepped>('/desk/:tenant/claims/:locator/:action', async ({ params }, reply) => {
    const desk = find(params.tenant)
    const action = CLAIM_ACTIONS.find((one) => one === params.action)
    if (action === undefined) throw new Refusal(404, 'step_unknown', `There is no step "${params.action}"`)
    const policyLocator = desk.claimStep(params.locator, action)
    return reply.redirect(`${deskUrl(desk.tenant, 'policies', policyLocator)}?done=${action}`, 303)
  })
}
