import { termOf } from '../../connected/policy-life.ts'
import type { FieldValues, Policy, Policyholder } from '../../core/connected-policy.ts'
import type { ConnectedTenant } from '../../core/connected-tenant.ts'
import type { BookEntry, BookRow, PricedPart } from '../desk.ts'
import { rememberWords } from '../remember-words.ts'
import { dayOf } from '../times.ts'

const texts = (values: FieldValues | undefined) => Object.values(values ?? {}).flat()

export function holderName(holder: Policyholder | undefined): string {
  const { first_name: first = [], last_name: last = [] } = holder?.entity.values ?? {}
  return [...first, ...last].join(' ') || texts(holder?.entity.values)[0] || 'Unknown'
}

/** What each peril costs, in the names of the product. */
export function pricedParts(tenant: ConnectedTenant, policy: Policy): PricedPart[] {
  const product = tenant.products.find(({ name }) => name === policy.productName)
  return policy.exposures.flatMap((exposure) => {
    const known = product?.policyConfiguration.exposures.find(({ name }) => name === exposure.name)
    return exposure.perils.flatMap((peril) => {
      const premium = peril.characteristics.at(-1)?.premium
      const title = known?.perils.find(({ name }) => name === peril.name)?.displayName ?? peril.name
      return premium === undefined ? [] : [{ part: known?.displayName ?? exposure.name, peril: title, premium }]
    })
  })
}

export function bookRow(tenant: ConnectedTenant, policy: Policy, holder: Policyholder | undefined): BookRow {
  const { policyStartTimestamp, policyEndTimestamp } = termOf(policy)
  const premiums = pricedParts(tenant, policy)
  return {
    locator: policy.locator,
    holder: holderName(holder),
    product: tenant.products.find(({ name }) => name === policy.productName)?.displayName ?? policy.productName,
    state: policy.state,
    start: dayOf(Number(policyStartTimestamp)),
    end: dayOf(Number(policyEndTimestamp)),
    premium: premiums.length === 0 ? null : premiums.reduce((sum, { premium }) => sum + Number(premium), 0).toFixed(2),
  }
}

/** Everything about a policy that somebody may search for: its locator, its holder and what its fields hold. */
function words(policy: Policy, holder: Policyholder | undefined): string {
  const exposures = policy.exposures.flatMap(({ characteristics }) => texts(characteristics.at(-1)?.fieldValues))
  const own = texts(policy.characteristics.at(-1)?.fieldValues)
  return [policy.locator, holderName(holder), ...texts(holder?.entity.values), ...own, ...exposures].join('\n')
}

export function connectedBook(tenant: ConnectedTenant): BookEntry[] {
  const holders = new Map(tenant.policyholders.map((one) => [one.locator, one]))
  return tenant.policies.toReversed().map((policy) => {
    const holder = holders.get(policy.policyholderLocator)
    const stamp = `${policy.updatedTimestamp} ${holder?.updatedTimestamp}`
    return {
      product: policy.productName,
      state: policy.state,
      words: () => rememberWords(policy, stamp, () => words(policy, holder)),
      row: () => bookRow(tenant, policy, holder),
    }
  })
}
