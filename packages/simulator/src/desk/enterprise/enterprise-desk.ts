import type { EnterpriseTenant } from '../../core/enterprise-tenant.ts'
import type { Simulation } from '../../core/simulation.ts'
import { productOwner } from '../../enterprise/contents.ts'
import { createFirstNotice, submitFirstNotice } from '../../enterprise/first-notice-life.ts'
import { type Actor, createAccount, createQuote, find, moveQuote } from '../../enterprise/policy-life.ts'
import { Refusal } from '../../lib/refusal.ts'
import { createSampler } from '../../seed/sampler.ts'
import type { Desk } from '../desk.ts'
import type { FormGroup, Values } from '../form.ts'
import { sampledForm } from '../sampled-form.ts'
import { dataFields, readData, readElements, spaced } from './element-form.ts'
import { enterpriseBook } from './enterprise-book.ts'
import { enterpriseChangeView, enterprisePolicyView, findSubject, subjectForm } from './enterprise-view.ts'

/** The desk of an enterprise tenant: it has no autofill and no external raters, and prices by itself. */
export function enterpriseDesk(simulation: Simulation, tenant: EnterpriseTenant): Desk {
  const { dataModel } = tenant
  const userLocator = tenant.tokens.find(({ permissions }) => permissions.includes('write'))?.userLocator ?? ''
  const actor: Actor = { simulation, tenant, userLocator }
  const accountFields = (type: string) => dataModel.accounts[type]?.data ?? {}

  const newForm = (productName: string, accountType: string): FormGroup[] => {
    if (!Object.hasOwn(dataModel.products, productName))
      throw new Refusal(404, 'product_unknown', `The tenant has no product "${productName}"`)
    return [
      { title: spaced(accountType), fields: dataFields(accountFields(accountType), 'account', {}), groups: [] },
      ...subjectForm(tenant, { productName, data: {}, elements: [] }),
    ]
  }

  const changeOf = (
    subject: Pick<ReturnType<typeof findSubject>, 'productName' | 'data' | 'elements'>,
    values: Values,
  ) => {
    const owner = productOwner(dataModel, subject.productName)
    return {
      data: readData(owner.data, 'product', subject.data, values),
      elements: readElements(dataModel, owner, subject.elements, 'product', values),
    }
  }

  /** Takes the steps that lead to a state, leaving out those that were taken. */
  function move(locator: string, action: 'price' | 'issue' | 'discard'): void {
    const { state } = find(tenant.quotes, locator, 'quote')
    if (action === 'price' && state === 'draft') moveQuote(actor, locator, 'validate')
    if (action === 'issue' && state !== 'accepted') moveQuote(actor, locator, 'accept')
    moveQuote(actor, locator, action)
  }

  return {
    tenant: {
      ...{ name: tenant.tenantLocator, title: tenant.name, locator: tenant.tenantLocator },
      ...{ variant: 'enterprise', actor: userLocator },
    },
    products: () =>
      Object.entries(dataModel.products).map(([name, { displayName: title }]) => ({
        ...{ name, title, rater: null, autofill: [], refill: [] },
      })),
    accountTypes: () => Object.keys(dataModel.accounts),
    raters: () => [],
    book: () => enterpriseBook(tenant),
    newForm: (product, accountType, sampled) => {
      const form = newForm(product, accountType)
      return sampled ? sampledForm(form, createSampler(simulation.world.seed, `quote ${simulation.clock()}`)) : form
    },
    create: async (productName, accountType, values) => {
      const change = changeOf({ productName, data: {}, elements: [] }, values)
      const account = createAccount(actor, accountType, readData(accountFields(accountType), 'account', {}, values))
      return createQuote(actor, { kind: 'quote', productName, accountLocator: account.locator, ...change }).locator
    },
    policy: (locator) => enterprisePolicyView(tenant, locator),
    editForm: (locator) => subjectForm(tenant, findSubject(tenant, locator)),
    update: async (locator, values) => {
      moveQuote(actor, locator, 'update', changeOf(find(tenant.quotes, locator, 'quote'), values))
    },
    step: async (locator, action) => {
      if (action === 'autofill' || action === 'cancel')
        throw new Refusal(409, 'illegal_step', `The enterprise variant has no step "${action}"`)
      move(locator, action)
      return find(tenant.quotes, locator, 'quote').policyLocator ?? locator
    },
    endorseForm: (locator) => subjectForm(tenant, findSubject(tenant, locator)),
    begin: async (locator, kind, values) => {
      const policy = find(tenant.policies, locator, 'policy')
      const { productName, accountLocator } = policy
      const change = kind === 'endorse' ? changeOf(policy, values) : {}
      const kinds = { endorse: 'change', renew: 'renewal', cancel: 'cancellation' } as const
      return createQuote(actor, { kind: kinds[kind], productName, accountLocator, policy, ...change }).locator
    },
    change: (locator) => enterpriseChangeView(tenant, locator),
    changeForms: (locator) => subjectForm(tenant, find(tenant.quotes, locator, 'quote')),
    changeStep: async (locator, action) => {
      if (action === 'autofill') throw new Refusal(409, 'illegal_step', 'The enterprise variant has no autofill')
      move(locator, action)
    },
    claim: (locator, incident, description) => {
      createFirstNotice(actor, locator, { description, incidentTime: incident })
    },
    claimStep: (locator) => submitFirstNotice(actor, locator).policyLocator,
  }
}
