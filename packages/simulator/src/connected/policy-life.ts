import { randomUUID } from 'node:crypto'
import type { FieldValues, Policy, Policyholder, PolicyState } from '../core/connected-policy.ts'
import type { ConnectedTenant } from '../core/connected-tenant.ts'
import type { Simulation } from '../core/simulation.ts'
import type { Json } from '../lib/body.ts'
import { derivedUuid } from '../lib/derive.ts'
import { Refusal, refuse } from '../lib/refusal.ts'
import { acceptUpdates } from './accept-updates.ts'
import { applyUpdates } from './apply-updates.ts'
import { checkValues } from './check-updates.ts'
import { emitConnected } from './emit.ts'
import { findProduct } from './find-product.ts'
import { pricePolicy } from './price.ts'
import { runAutofill } from './run-autofill.ts'

const YEAR_MS = 365 * 24 * 3_600_000

/** Which step a policy may take in which state. */
export const POLICY_STEPS: Record<string, readonly PolicyState[]> = {
  update: ['draft'],
  price: ['draft', 'finalized'],
  finalize: ['draft'],
  issue: ['finalized'],
  discard: ['draft', 'finalized'],
  cancel: ['issued'],
  change: ['issued'],
  claim: ['issued', 'cancelled'],
}

export type Actor = { simulation: Simulation; tenant: ConnectedTenant; username: string }

export function findPolicy(tenant: ConnectedTenant, locator: string): Policy {
  const found = tenant.policies.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, 'policy_unknown', `No policy has the locator "${locator}"`)
  return found
}

/** The term in force; every pending change carries its term. */
export function termOf(policy: Policy): { policyStartTimestamp: string; policyEndTimestamp: string } {
  const last = policy.characteristics.at(-1)
  const start = last?.policyStartTimestamp ?? policy.createdTimestamp
  return {
    policyStartTimestamp: start,
    policyEndTimestamp: last?.policyEndTimestamp ?? String(Number(start) + YEAR_MS),
  }
}

export function requireStep(policy: Policy, step: string): void {
  if (!POLICY_STEPS[step]?.includes(policy.state))
    throw new Refusal(409, 'illegal_step', `A policy that is ${policy.state} cannot ${step}`)
}

function store(actor: Actor, policy: Policy): Policy {
  const index = actor.tenant.policies.findIndex((item) => item.locator === policy.locator)
  if (index < 0) actor.tenant.policies.push(policy)
  else actor.tenant.policies[index] = policy
  actor.simulation.changed()
  return policy
}

export function emitPolicyEvent(actor: Actor, type: string, data: Record<string, string>): void {
  emitConnected(actor.simulation, actor.tenant, { type, data, username: actor.username })
}

const step = (actor: Actor, policy: Policy, action: string): Policy => {
  emitPolicyEvent(actor, `policy.${action}`, { policyLocator: policy.locator })
  return policy
}

export function createPolicyholder(actor: Actor, values: FieldValues): Policyholder {
  refuse(checkValues(values, 'The policyholder', actor.tenant.policyholderFields), 400, 'field_unknown')
  const now = String(actor.simulation.clock())
  const policyholder: Policyholder = {
    locator: randomUUID(),
    createdTimestamp: now,
    updatedTimestamp: now,
    completed: true,
    entity: { locator: randomUUID(), values },
  }
  actor.tenant.policyholders.push(policyholder)
  actor.simulation.changed()
  return policyholder
}

/** `updates` is the change as its caller wrote it. */
export type NewPolicy = { policyholderLocator: string; productName: string; updates: Json; autofill?: string[] }

export async function createPolicy(actor: Actor, input: NewPolicy): Promise<Policy> {
  const { simulation, tenant } = actor
  const product = findProduct(tenant, input.productName)
  if (!tenant.policyholders.some((item) => item.locator === input.policyholderLocator))
    throw new Refusal(400, 'policyholder_unknown', `No policyholder has the locator "${input.policyholderLocator}"`)
  const given = acceptUpdates(input.updates, product)
  const now = simulation.clock()
  const locator = String(tenant.nextPolicyNumber++)
  const start = given.policyStartTimestamp ?? String(now)
  const updates = await runAutofill(simulation, tenant, {
    policyholderLocator: input.policyholderLocator,
    productName: product.name,
    operation: 'newBusiness',
    operationType: 'create',
    policyLocator: locator,
    updates: { policyEndTimestamp: String(Number(start) + YEAR_MS), ...given, policyStartTimestamp: start },
    ...(input.autofill ? { sequence: input.autofill } : {}),
  })
  const empty: Policy = {
    locator,
    policyholderLocator: input.policyholderLocator,
    productLocator: derivedUuid(simulation.world.seed, `${tenant.hostName}/product/${product.name}`),
    productName: product.name,
    state: 'draft',
    createdTimestamp: String(now),
    updatedTimestamp: String(now),
    characteristics: [],
    exposures: [],
    fees: [],
    documents: [],
    invoices: [],
    currency: tenant.currency,
  }
  return step(actor, store(actor, applyUpdates(empty, updates, String(now), randomUUID)), 'create')
}

export async function updatePolicy(actor: Actor, locator: string, change: Json, autofill?: string[]) {
  const policy = findPolicy(actor.tenant, locator)
  requireStep(policy, 'update')
  const given = acceptUpdates(change, findProduct(actor.tenant, policy.productName), policy)
  const updates = await runAutofill(actor.simulation, actor.tenant, {
    policyholderLocator: policy.policyholderLocator,
    productName: policy.productName,
    operation: 'newBusiness',
    operationType: 'update',
    policyLocator: locator,
    policy,
    updates: { ...termOf(policy), ...given },
    ...(autofill ? { sequence: autofill } : {}),
  })
  const changed = applyUpdates(policy, updates, String(actor.simulation.clock()), randomUUID)
  return step(actor, store(actor, changed), 'update')
}

export async function priceDraft(actor: Actor, locator: string) {
  const policy = findPolicy(actor.tenant, locator)
  requireStep(policy, 'price')
  const priced = await pricePolicy(actor.simulation, actor.tenant, { operation: 'new_business', policy })
  step(actor, store(actor, priced.policy), 'price')
  return priced
}

/** Finalize, issue, cancel and discard change nothing but the state. */
export function movePolicy(actor: Actor, locator: string, action: 'finalize' | 'issue' | 'cancel' | 'discard'): Policy {
  const policy = findPolicy(actor.tenant, locator)
  requireStep(policy, action)
  const state = { finalize: 'finalized', issue: 'issued', cancel: 'cancelled', discard: 'discarded' } as const
  const now = String(actor.simulation.clock())
  const moved: Policy = {
    ...policy,
    state: state[action],
    updatedTimestamp: now,
    ...(action === 'issue' ? { issuedTimestamp: now } : {}),
  }
  return step(actor, store(actor, moved), action)
}

export function replacePolicy(actor: Actor, policy: Policy): Policy {
  return store(actor, policy)
}
