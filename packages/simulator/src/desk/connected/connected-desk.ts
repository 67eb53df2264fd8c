import { sequenceInForce } from '../../connected/autofill-definition.ts'
import { closeClaim, openClaim } from '../../connected/claim-life.ts'
import { createChange, moveChange, priceChange, updateChange } from '../../connected/endorsement-life.ts'
import { findProduct } from '../../connected/find-product.ts'
import * as life from '../../connected/policy-life.ts'
import type { ConnectedTenant } from '../../core/connected-tenant.ts'
import type { Simulation } from '../../core/simulation.ts'
import { createSampler } from '../../seed/sampler.ts'
import type { Desk } from '../desk.ts'
import { field, type Values } from '../form.ts'
import { sampledForm } from '../sampled-form.ts'
import { dayOf, momentOf } from '../times.ts'
import { connectedBook } from './connected-book.ts'
import { changedForm, connectedChangeView, connectedPolicyView, findEndorsement } from './connected-view.ts'
import { readValues } from './fields.ts'
import { newPolicyForm, policyForm } from './form-of-policy.ts'
import { readNewPolicy, readPolicyChange } from './read-policy-form.ts'

/** The desk of a connected tenant. Every step is the one the interface takes, so it calls and tells the same applications. */
export function connectedDesk(simulation: Simulation, tenant: ConnectedTenant): Desk {
  const username = tenant.users.find(({ role }) => role === 'user')?.username ?? 'desk'
  const actor: life.Actor = { simulation, tenant, username }
  const productOf = (locator: string) => findProduct(tenant, life.findPolicy(tenant, locator).productName)
  const formOf = (locator: string) => policyForm(productOf(locator), life.findPolicy(tenant, locator))

  const effectiveDay = (locator: string) => {
    const { policyStartTimestamp: start, policyEndTimestamp: end } = life.termOf(life.findPolicy(tenant, locator))
    return dayOf(Math.min(Math.max(simulation.clock(), Number(start)), Number(end) - 1))
  }

  async function create(productName: string, values: Values): Promise<string> {
    const product = findProduct(tenant, productName)
    const holder = life.createPolicyholder(actor, readValues(tenant.policyholderFields, 'holder', values))
    try {
      const updates = readNewPolicy(product, values)
      const input = { policyholderLocator: holder.locator, productName, updates }
      return (await life.createPolicy(actor, input)).locator
    } catch (error) {
      // The person tries again with the same form: a refused quote leaves nobody behind.
      tenant.policyholders.splice(tenant.policyholders.indexOf(holder), 1)
      throw error
    }
  }

  return {
    tenant: {
      ...{ name: tenant.hostName, title: tenant.hostName, locator: tenant.tenantLocator },
      ...{ variant: 'connected', actor: username },
    },
    products: () =>
      tenant.products
        .filter(({ name }) => name !== 'global')
        .map(({ name, displayName, externalRater }) => ({
          ...{ name, title: displayName, rater: externalRater ?? null },
          autofill: sequenceInForce(tenant.autofill, name, 'newBusiness', 'create'),
          refill: sequenceInForce(tenant.autofill, name, 'newBusiness', 'update'),
        })),
    accountTypes: () => [],
    raters: () => tenant.integrations.filter(({ type }) => type === 'external_rater').map(({ name }) => name),
    book: () => connectedBook(tenant),
    newForm: (product, _accountType, sampled) => {
      const form = newPolicyForm(tenant, findProduct(tenant, product), simulation.clock())
      return sampled ? sampledForm(form, createSampler(simulation.world.seed, `quote ${simulation.clock()}`)) : form
    },
    create: (product, _accountType, values) => create(product, values),
    policy: (locator) => connectedPolicyView(tenant, locator),
    editForm: formOf,
    update: async (locator, values) => {
      const change = readPolicyChange(productOf(locator), life.findPolicy(tenant, locator), values)
      await life.updatePolicy(actor, locator, change)
    },
    step: async (locator, action) => {
      if (action === 'price') await life.priceDraft(actor, locator)
      else if (action === 'autofill') await life.updatePolicy(actor, locator, {})
      else {
        if (action === 'issue' && life.findPolicy(tenant, locator).state === 'draft')
          life.movePolicy(actor, locator, 'finalize')
        life.movePolicy(actor, locator, action)
      }
      return locator
    },
    endorseForm: (locator) => [
      {
        title: 'Endorsement',
        fields: [
          field('endorsement.name', 'Name'),
          field('endorsement.effective', 'Takes effect', { kind: 'date', value: effectiveDay(locator) }),
        ],
        groups: [],
      },
      // The term is changed by renewing, not by an endorsement.
      ...formOf(locator).slice(1),
    ],
    begin: async (locator, kind, values) => {
      const policy = life.findPolicy(tenant, locator)
      const change = kind === 'renew' ? {} : readPolicyChange(productOf(locator), policy, values)
      return (await createChange(actor, kind === 'renew' ? 'renewal' : 'endorsement', locator, change)).locator
    },
    change: (locator) => connectedChangeView(tenant, locator),
    changeForms: (locator) => changedForm(tenant, findEndorsement(tenant, locator)),
    changeStep: async (locator, action) => {
      const { kind, state } = findEndorsement(tenant, locator)
      if (action === 'price') await priceChange(actor, kind, locator)
      else if (action === 'autofill') await updateChange(actor, kind, locator, {})
      else {
        if (action === 'issue' && state === 'priced') await moveChange(actor, kind, locator, 'accept')
        await moveChange(actor, kind, locator, action)
      }
    },
    claim: (locator, incident, description) => {
      openClaim(actor, locator, { description, incidentTimestamp: String(momentOf(incident)) })
    },
    claimStep: (locator) => closeClaim(actor, locator).policyLocator,
  }
}
