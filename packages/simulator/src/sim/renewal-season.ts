import { createChange, moveChange, priceChange } from '../connected/endorsement-life.ts'
import type { Actor } from '../connected/policy-life.ts'
import { termOf } from '../connected/policy-life.ts'
import type { Simulation } from '../core/simulation.ts'
import { createQuote, type Actor as EnterpriseActor, moveQuote } from '../enterprise/policy-life.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Tenant } from './find-tenant.ts'
import type { Round } from './scenarios.ts'

/**
 * Renews the policies of a book once each, those that end first before the others, with everything a renewal calls:
 * autofill, rating and events. `most` is how many there are to renew, so that it ends by itself.
 */
export function renewalSeason(simulation: Simulation, tenant: Tenant): { round: Round; most: number } {
  const due = 'connected' in tenant ? connectedDue(simulation, tenant) : enterpriseDue(simulation, tenant)
  if (due.length === 0)
    throw new Refusal(409, 'nothing_to_renew', 'The tenant has no issued policy: seed a book first (POST /_sim/books)')
  let next = 0
  return { most: due.length, round: async () => due[next++]?.() }
}

function connectedDue(simulation: Simulation, tenant: Extract<Tenant, { connected: unknown }>): Round[] {
  const actor: Actor = { simulation, tenant: tenant.connected, username: 'scenario' }
  return tenant.connected.policies
    .filter(({ state }) => state === 'issued')
    .sort((a, b) => Number(termOf(a).policyEndTimestamp) - Number(termOf(b).policyEndTimestamp))
    .map(({ locator }) => async () => {
      const renewal = await createChange(actor, 'renewal', locator, {})
      await priceChange(actor, 'renewal', renewal.locator)
      await moveChange(actor, 'renewal', renewal.locator, 'accept')
      await moveChange(actor, 'renewal', renewal.locator, 'issue')
    })
}

function enterpriseDue(simulation: Simulation, tenant: Extract<Tenant, { enterprise: unknown }>): Round[] {
  const { enterprise } = tenant
  const userLocator = enterprise.tokens[0]?.userLocator ?? ''
  const actor: EnterpriseActor = { simulation, tenant: enterprise, userLocator }
  return enterprise.policies
    .filter(({ status }) => status === 'onRisk')
    .sort((a, b) => (a.endTime ?? '').localeCompare(b.endTime ?? ''))
    .map((policy) => () => {
      const { productName, accountLocator } = policy
      const { locator } = createQuote(actor, { kind: 'renewal', productName, accountLocator, policy })
      for (const step of ['validate', 'price', 'accept', 'issue']) moveQuote(actor, locator, step)
    })
}
