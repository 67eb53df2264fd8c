import { randomUUID } from 'node:crypto'
import type { Endorsement, Policy, Updates } from '../core/connected-policy.ts'
import type { Json } from '../lib/body.ts'
import { Refusal } from '../lib/refusal.ts'
import { acceptUpdates } from './accept-updates.ts'
import { applyUpdates } from './apply-updates.ts'
import type { Action } from './autofill-definition.ts'
import { findProduct } from './find-product.ts'
import { mergeUpdates } from './merge-updates.ts'
import { type Actor, emitPolicyEvent, findPolicy, replacePolicy, requireStep, termOf } from './policy-life.ts'
import { pricePolicy } from './price.ts'
import { runAutofill } from './run-autofill.ts'

type Kind = Endorsement['kind']

/** Which step an endorsement or renewal may take in which state, and the state that follows. */
export const CHANGE_STEPS: Record<string, { from: readonly Endorsement['state'][]; event: string }> = {
  update: { from: ['draft', 'priced'], event: 'update' },
  price: { from: ['draft', 'priced'], event: 'quote' },
  accept: { from: ['priced'], event: 'accept' },
  issue: { from: ['accepted'], event: 'issue' },
  discard: { from: ['draft', 'priced', 'accepted'], event: 'discard' },
}

function locators(change: Endorsement): Record<string, string> {
  return { policyLocator: change.policyLocator, [`${change.kind}Locator`]: change.locator }
}

const emit = (actor: Actor, change: Endorsement, action: string) =>
  emitPolicyEvent(actor, `${change.kind}.${action}`, locators(change))

export function findChange(actor: Actor, kind: Kind, locator: string): Endorsement {
  const found = actor.tenant.endorsements.find((item) => item.locator === locator && item.kind === kind)
  if (!found) throw new Refusal(404, `${kind}_unknown`, `No ${kind} has the locator "${locator}"`)
  return found
}

function requireChangeStep(change: Endorsement, name: string): void {
  if (!CHANGE_STEPS[name]?.from.includes(change.state))
    throw new Refusal(409, 'illegal_step', `A ${change.kind} that is ${change.state} cannot ${name}`)
}

function fill(actor: Actor, policy: Policy, change: Endorsement, action: Action, updates: Updates, names?: string[]) {
  return runAutofill(actor.simulation, actor.tenant, {
    policyholderLocator: policy.policyholderLocator,
    productName: policy.productName,
    operation: change.kind,
    operationType: action,
    policyLocator: policy.locator,
    policy,
    [`${change.kind}Locator`]: change.locator,
    updates,
    ...(names ? { sequence: names } : {}),
  })
}

/** An endorsement takes effect now, within the term in force; a renewal is the next term, as long as the last one. */
function defaultTimes(kind: Kind, policy: Policy, now: number): Updates {
  const term = termOf(policy)
  const [start, end] = [Number(term.policyStartTimestamp), Number(term.policyEndTimestamp)]
  if (kind === 'renewal') return { policyStartTimestamp: String(end), policyEndTimestamp: String(end + (end - start)) }
  const effective = Math.min(Math.max(now, start), end - 1)
  return { ...term, endorsementEffectiveTimestamp: String(effective) }
}

export async function createChange(
  actor: Actor,
  kind: Kind,
  policyLocator: string,
  given: Json,
  autofill?: string[],
): Promise<Endorsement> {
  const policy = findPolicy(actor.tenant, policyLocator)
  requireStep(policy, 'change')
  const now = actor.simulation.clock()
  const wanted = acceptUpdates(given, findProduct(actor.tenant, policy.productName), policy)
  const updates: Updates = { ...defaultTimes(kind, policy, now), ...wanted }
  const createdTimestamp = String(now)
  const change: Endorsement = { locator: randomUUID(), kind, policyLocator, state: 'draft', updates, createdTimestamp }
  change.updates = await fill(actor, policy, change, 'create', updates, autofill)
  actor.tenant.endorsements.push(change)
  actor.simulation.changed()
  emit(actor, change, 'create')
  return change
}

export async function updateChange(actor: Actor, kind: Kind, locator: string, given: Json, autofill?: string[]) {
  const change = findChange(actor, kind, locator)
  requireChangeStep(change, 'update')
  const policy = findPolicy(actor.tenant, change.policyLocator)
  acceptUpdates(given, findProduct(actor.tenant, policy.productName), policy)
  change.updates = await fill(actor, policy, change, 'update', mergeUpdates(change.updates, given), autofill)
  change.state = 'draft'
  actor.simulation.changed()
  emit(actor, change, 'update')
  return change
}

export async function priceChange(actor: Actor, kind: Kind, locator: string): Promise<Endorsement> {
  const change = findChange(actor, kind, locator)
  requireChangeStep(change, 'price')
  const { policy: _, premium } = await priced(actor, change)
  change.premium = premium
  change.state = 'priced'
  actor.simulation.changed()
  emit(actor, change, 'quote')
  return change
}

function priced(actor: Actor, change: Endorsement) {
  const policy = findPolicy(actor.tenant, change.policyLocator)
  const preview = applyUpdates(policy, change.updates, String(actor.simulation.clock()), randomUUID)
  return pricePolicy(actor.simulation, actor.tenant, {
    operation: change.kind,
    policy: preview,
    [`${change.kind}Locator`]: change.locator,
  })
}

export async function moveChange(actor: Actor, kind: Kind, locator: string, action: 'accept' | 'issue' | 'discard') {
  const change = findChange(actor, kind, locator)
  requireChangeStep(change, action)
  if (action === 'issue') replacePolicy(actor, (await priced(actor, change)).policy)
  change.state = action === 'accept' ? 'accepted' : action === 'issue' ? 'issued' : 'discarded'
  actor.simulation.changed()
  emit(actor, change, action)
  if (action === 'issue')
    emitPolicyEvent(actor, kind === 'renewal' ? 'policy.renew' : 'policy.endorse', locators(change))
  return change
}
