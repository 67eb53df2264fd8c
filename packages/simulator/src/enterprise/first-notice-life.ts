import type { FirstNotice } from '../core/enterprise-tenant.ts'
import { Refusal } from '../lib/refusal.ts'
import { newUlid } from '../lib/ulid.ts'
import { emitEnterprise } from './emit.ts'
import { type Actor, find } from './policy-life.ts'

function emit(
  { simulation, tenant, userLocator }: Actor,
  { policyLocator, locator }: FirstNotice,
  action: string,
): void {
  const data = { policyLocator, fnolLocator: locator }
  emitEnterprise(simulation, tenant, { type: `claim.fnol.${action}`, data, userLocator })
}

export type NewFirstNotice = { incidentTime?: string | undefined; description?: string | undefined }

/** Notes a loss under a policy; it counts once it is submitted. */
export function createFirstNotice(actor: Actor, policyLocator: string, given: NewFirstNotice): FirstNotice {
  const { tenant, simulation } = actor
  find(tenant.policies, policyLocator, 'policy')
  const now = simulation.clock()
  const at = new Date(now).toISOString()
  const incident = given.incidentTime === undefined ? now : Date.parse(given.incidentTime)
  if (!(incident <= now))
    throw new Refusal(400, 'field_invalid', '"incidentTime" must be an ISO 8601 time, not in the future')
  const notice: FirstNotice = {
    locator: newUlid(now),
    policyLocator,
    state: 'draft',
    incidentTime: new Date(incident).toISOString(),
    description: given.description ?? '',
    createdAt: at,
    updatedAt: at,
    data: {},
  }
  tenant.firstNotices.push(notice)
  simulation.changed()
  emit(actor, notice, 'create')
  return notice
}

export function submitFirstNotice(actor: Actor, locator: string): FirstNotice {
  const notice = find(actor.tenant.firstNotices, locator, 'fnol')
  if (notice.state !== 'draft')
    throw new Refusal(409, 'illegal_step', `A first notice of loss that is ${notice.state} cannot submit`)
  notice.state = 'submitted'
  notice.updatedAt = new Date(actor.simulation.clock()).toISOString()
  actor.simulation.changed()
  emit(actor, notice, 'submit')
  return notice
}
