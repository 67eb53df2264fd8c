import { limits } from '@mkt/contract/limits'
import { boundRights, rightsOf, type SessionMethod } from '../../domain/accounts/assurance.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { membershipsOf, type Person, personWithFactor } from '../../store/accounts/people.ts'
import { insertSession } from '../../store/accounts/sessions.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import type { Unit } from '../platform/unit.ts'

export const SESSION_SECONDS = limits.sessionIdle.value / 1000

export interface SignInOrigin {
  address: string
  userAgent: string | null
  requestId: string
}

/** Opens a session for a person who proved who they are. What the proof uses up is used up with it, in one transaction. */
export async function beginSession(
  platform: Changing & Pick<Platform, 'policy'>,
  input: SignInOrigin & {
    person: Person
    method: SessionMethod
    factorAt: Date | null
    /** When the person proved who they are, if not just now. */
    provedAt?: Date
    spend?: (unit: Unit) => Promise<unknown>
    /** The provider that vouches for the person. */
    provider?: { connectionId: string; organizationId: string | null; factor: boolean }
    /** The one organization it reaches. */
    boundTo?: string
    details?: Record<string, unknown>
  },
) {
  const now = platform.clock.now()
  const token = newToken('mse', platform.random)
  const sessionId = newId('ses', now, platform.random)
  const { person, method, factorAt, requestId, address, userAgent } = input
  const { id: personId, email, name } = person
  const [memberships, facts] = await Promise.all([
    membershipsOf(platform.db, personId),
    personWithFactor(platform.db, personId),
  ])
  const staffSso = facts?.staffSso ?? { enforced: false, breakGlass: false }
  const proof = {
    hasFactor: facts?.hasFactor ?? false,
    factorAt,
    provedAt: input.provedAt ?? now,
    provider: input.provider ?? null,
  }
  const whole = rightsOf({ platformRole: person.platformRole, memberships, staffSso }, proof, platform.policy)
  const { boundTo } = input
  const rights = boundTo === undefined ? whole : boundRights(whole, boundTo)
  const caller = { kind: 'person' as const, personId, email, name, sessionId, byCookie: false, ...rights }
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000)
  await change(platform, { caller, requestId, address, idempotencyKey: null }, async (unit) => {
    await input.spend?.(unit)
    const row = { id: sessionId, tokenHash: hashToken(token), personId, apiKeyId: null }
    const { provider } = input
    const { provedAt } = proof
    const begun = { method, factorAt, provedAt, provider, boundTo }
    await insertSession(unit.trx, { ...row, ...begun, address, userAgent, now, expiresAt })
    // An owner who comes in beside the provider leaves a trace in the organization.
    for (const { organizationId, enforceSso, role } of memberships)
      if (enforceSso && role === 'owner' && factorAt !== null && provider?.organizationId !== organizationId)
        unit.record('session.break-glass', { organizationId, id: sessionId })
    const beside = staffSso.enforced && provider?.organizationId !== null
    if (beside && rights.platformRole !== null)
      unit.record('session.break-glass', { organizationId: null, id: sessionId })
    const details = { method, secondFactor: factorAt !== null, ...input.details }
    return unit.record('session.begin', { organizationId: null, id: sessionId, details })
  })
  return {
    token,
    expiresAt,
    person: { ...person, platformRole: rights.platformRole },
    memberships: rights.memberships,
    secondFactor: null,
  }
}
