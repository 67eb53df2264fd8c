import { randomInt } from 'node:crypto'
import { emitConnected } from '../connected/emit.ts'
import { createChange, moveChange, priceChange } from '../connected/endorsement-life.ts'
import { type Actor, createPolicy, createPolicyholder, movePolicy, priceDraft } from '../connected/policy-life.ts'
import type { ConnectedTenant } from '../core/connected-tenant.ts'
import type { EnterpriseTenant } from '../core/enterprise-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import { emitEnterprise } from '../enterprise/emit.ts'
import { createAccount, createQuote, type Actor as EnterpriseActor, moveQuote } from '../enterprise/policy-life.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Tenant } from './find-tenant.ts'

/** One round of a scenario; a scenario runs many, spread over its time. */
export type Round = () => Promise<void> | void

const sampleValue = () => String(8_000 + 500 * randomInt(90))
const sampleVin = () => `1HGCM826${String(randomInt(1e9)).padStart(9, '0')}`

async function issuePolicy(actor: Actor): Promise<string> {
  const product = actor.tenant.products.find((item) => item.name !== 'global')
  const exposure = product?.policyConfiguration.exposures[0]
  if (!product || !exposure) throw new Refusal(409, 'no_product', 'The tenant has no product deployed')
  const hasValue = exposure.fields.some(({ name }) => name === 'vehicle_value')
  const policyholder = createPolicyholder(actor, { first_name: ['Ada'], last_name: ['Example'] })
  const policy = await createPolicy(actor, {
    policyholderLocator: policyholder.locator,
    productName: product.name,
    updates: {
      fieldValues: { channel: ['Direct'] },
      addExposures: [
        {
          exposureName: exposure.name,
          fieldValues: { vin: [sampleVin()], ...(hasValue ? { vehicle_value: [sampleValue()] } : {}) },
          fieldGroups: [],
          perils: exposure.perils.map(({ name }) => ({ name })),
        },
      ],
    },
  })
  await priceDraft(actor, policy.locator)
  movePolicy(actor, policy.locator, 'finalize')
  movePolicy(actor, policy.locator, 'issue')
  return policy.locator
}

async function endorsePolicy(actor: Actor): Promise<void> {
  const locator = await issuePolicy(actor)
  const change = await createChange(actor, 'endorsement', locator, { fieldValues: { channel: ['Broker'] } })
  await priceChange(actor, 'endorsement', change.locator)
  await moveChange(actor, 'endorsement', change.locator, 'accept')
  await moveChange(actor, 'endorsement', change.locator, 'issue')
}

function issueQuote(actor: EnterpriseActor): void {
  const productName = Object.keys(actor.tenant.dataModel.products)[0]
  if (productName === undefined) throw new Refusal(409, 'no_product', 'The tenant has no product deployed')
  const account = createAccount(actor, 'ConsumerAccount', { firstName: 'Ada', lastName: 'Example' })
  const { locator } = createQuote(actor, { kind: 'quote', productName, accountLocator: account.locator })
  for (const action of ['validate', 'price', 'accept', 'issue']) moveQuote(actor, locator, action)
}

export const SCENARIOS = ['issue-policies', 'endorse-policies', 'renewal-season', 'claims', 'payments'] as const

export type ScenarioName = (typeof SCENARIOS)[number]

/** Scenarios whose rounds are all alike; a renewal season has a round for each policy. */
type AlikeName = Exclude<ScenarioName, 'renewal-season'>

export function roundOf(simulation: Simulation, tenant: Tenant, name: AlikeName): Round {
  return 'connected' in tenant
    ? connectedRound(simulation, tenant.connected, name)
    : enterpriseRound(simulation, tenant.enterprise, name)
}

function connectedRound(simulation: Simulation, tenant: ConnectedTenant, name: AlikeName): Round {
  const actor: Actor = { simulation, tenant, username: 'scenario' }
  const fire = (types: string[]) => () => {
    for (const type of types)
      emitConnected(simulation, tenant, { type, data: { scenario: name }, username: 'scenario' })
  }
  return {
    'issue-policies': async () => void (await issuePolicy(actor)),
    'endorse-policies': () => endorsePolicy(actor),
    claims: fire(['claim.create', 'claim.open', 'claim.close']),
    payments: fire(['invoice.issue', 'payment.pay']),
  }[name]
}

function enterpriseRound(simulation: Simulation, tenant: EnterpriseTenant, name: AlikeName): Round {
  const userLocator = tenant.tokens[0]?.userLocator ?? ''
  const actor: EnterpriseActor = { simulation, tenant, userLocator }
  const fire = (types: string[]) => () => {
    for (const type of types) emitEnterprise(simulation, tenant, { type, data: { scenario: name }, userLocator })
  }
  return {
    'issue-policies': () => issueQuote(actor),
    'endorse-policies': () => issueQuote(actor),
    claims: fire(['claim.fnol.create', 'claim.fnol.submit']),
    payments: fire(['billing.invoice.generate', 'billing.payment.create', 'billing.payment.execute']),
  }[name]
}
