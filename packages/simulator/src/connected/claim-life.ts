import { randomUUID } from 'node:crypto'
import type { Claim } from '../core/connected-policy.ts'
import type { ConnectedTenant } from '../core/connected-tenant.ts'
import { Refusal } from '../lib/refusal.ts'
import { type Actor, emitPolicyEvent, findPolicy, requireStep } from './policy-life.ts'

const emit = (actor: Actor, { policyLocator, locator }: Claim, action: string) =>
  emitPolicyEvent(actor, `claim.${action}`, { policyLocator, claimLocator: locator })

export function findClaim(tenant: ConnectedTenant, locator: string): Claim {
  const found = tenant.claims.find((item) => item.locator === locator)
  if (!found) throw new Refusal(404, 'claim_unknown', `No claim has the locator "${locator}"`)
  return found
}

export type NewClaim = { incidentTimestamp?: string | undefined; description?: string | undefined }

/** Reports a loss under an issued policy; the claim is open at once. */
export function openClaim(actor: Actor, policyLocator: string, given: NewClaim): Claim {
  const { tenant, simulation } = actor
  requireStep(findPolicy(tenant, policyLocator), 'claim')
  const now = String(simulation.clock())
  const incidentTimestamp = given.incidentTimestamp ?? now
  if (!/^\d{1,15}$/.test(incidentTimestamp) || Number(incidentTimestamp) > Number(now))
    throw new Refusal(
      400,
      'field_invalid',
      '"incidentTimestamp" must be milliseconds since the epoch, not in the future',
    )
  const times = { incidentTimestamp, createdTimestamp: now, updatedTimestamp: now }
  const claim: Claim = {
    locator: randomUUID(),
    policyLocator,
    state: 'open',
    description: given.description ?? '',
    ...times,
  }
  tenant.claims.push(claim)
  simulation.changed()
  emit(actor, claim, 'create')
  emit(actor, claim, 'open')
  return claim
}

export function closeClaim(actor: Actor, locator: string): Claim {
  const claim = findClaim(actor.tenant, locator)
  if (claim.state !== 'open') throw new Refusal(409, 'illegal_step', `A claim that is ${claim.state} cannot close`)
  claim.state = 'closed'
  claim.updatedTimestamp = String(actor.simulation.clock())
  actor.simulation.changed()
  emit(actor, claim, 'close')
  return claim
}
