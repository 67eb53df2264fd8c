import { applyUpdates } from '../../connected/apply-updates.ts'
import { CHANGE_STEPS } from '../../connected/endorsement-life.ts'
import { findProduct } from '../../connected/find-product.ts'
import { findPolicy, POLICY_STEPS } from '../../connected/policy-life.ts'
import type { Claim, Endorsement, Policy } from '../../core/connected-policy.ts'
import type { ConnectedTenant } from '../../core/connected-tenant.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { ChangeRow, ChangeView, ClaimRow, PolicyAction, PolicyView } from '../desk.ts'
import { differencesOf } from '../differences.ts'
import type { FormGroup } from '../form.ts'
import { dayOf } from '../times.ts'
import { bookRow, pricedParts } from './connected-book.ts'
import { policyForm } from './form-of-policy.ts'

const can = (policy: Policy, step: string) => POLICY_STEPS[step]?.includes(policy.state) === true

/** A quote is issued once it has a price; the buttons follow the states of the policy system itself. */
function actionsOf(policy: Policy, isPriced: boolean): PolicyAction[] {
  const isOpen = can(policy, 'update') || can(policy, 'issue')
  return [
    ...(can(policy, 'price') ? (['price'] as const) : []),
    ...(isOpen && isPriced ? (['issue'] as const) : []),
    ...(can(policy, 'update') ? (['edit', 'autofill'] as const) : []),
    ...(can(policy, 'change') ? (['endorse', 'renew'] as const) : []),
    ...(can(policy, 'claim') ? (['claim'] as const) : []),
    ...(can(policy, 'discard') ? (['discard'] as const) : []),
    ...(can(policy, 'cancel') ? (['cancel'] as const) : []),
  ]
}

const changeRow = (change: Endorsement): ChangeRow => ({
  locator: change.locator,
  kind: change.kind,
  state: change.state,
  created: new Date(Number(change.createdTimestamp)).toISOString(),
  premium: change.premium ?? null,
})

const claimRow = (claim: Claim): ClaimRow => ({
  locator: claim.locator,
  state: claim.state,
  incident: dayOf(Number(claim.incidentTimestamp)),
  description: claim.description,
  actions: claim.state === 'open' ? ['close'] : [],
})

export function connectedPolicyView(tenant: ConnectedTenant, locator: string): PolicyView {
  const policy = findPolicy(tenant, locator)
  const product = findProduct(tenant, policy.productName)
  const holder = tenant.policyholders.find((one) => one.locator === policy.policyholderLocator)
  const priced = pricedParts(tenant, policy)
  const isPriced = priced.length > 0 && priced.length === policy.exposures.flatMap(({ perils }) => perils).length
  return {
    row: bookRow(tenant, policy, holder),
    isQuote: policy.state === 'draft' || policy.state === 'finalized',
    currency: policy.currency,
    priced,
    pricedBy: product.externalRater ?? 'the policy system itself',
    contents: policyForm(product, policy),
    actions: actionsOf(policy, isPriced),
    changes: tenant.endorsements.filter((one) => one.policyLocator === locator).map(changeRow),
    claims: tenant.claims.filter((one) => one.policyLocator === locator).map(claimRow),
    locators: [locator],
  }
}

export function findEndorsement(tenant: ConnectedTenant, locator: string): Endorsement {
  const found = tenant.endorsements.find((one) => one.locator === locator)
  if (!found) throw new Refusal(404, 'change_unknown', `No endorsement or renewal has the locator "${locator}"`)
  return found
}

/** The policy as it would be; new parts get locators that count for this look only. */
export function changedForm(tenant: ConnectedTenant, change: Endorsement): FormGroup[] {
  const policy = findPolicy(tenant, change.policyLocator)
  let added = 0
  const preview = applyUpdates(policy, change.updates, policy.updatedTimestamp, () => `added-${++added}`)
  return policyForm(findProduct(tenant, policy.productName), preview)
}

export function connectedChangeView(tenant: ConnectedTenant, locator: string): ChangeView {
  const change = findEndorsement(tenant, locator)
  const policy = findPolicy(tenant, change.policyLocator)
  const may = (step: string) => CHANGE_STEPS[step]?.from.includes(change.state) === true
  // Once a change is issued, the policy is what it made of it: there is nothing left to compare.
  const differences =
    change.state === 'issued'
      ? []
      : differencesOf(policyForm(findProduct(tenant, policy.productName), policy), changedForm(tenant, change))
  return {
    ...changeRow(change),
    policyLocator: change.policyLocator,
    differences,
    actions: [
      ...(may('price') ? (['price'] as const) : []),
      ...(may('accept') || may('issue') ? (['issue'] as const) : []),
      ...(may('update') ? (['autofill'] as const) : []),
      ...(may('discard') ? (['discard'] as const) : []),
    ],
  }
}
