import type { Role } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { deleteMember, lockMember, type Member, setMemberRole } from '../../store/accounts/members.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { Db } from '../../store/database/database.ts'
import { type Trx, transaction } from '../../store/database/transaction.ts'
import type { Platform } from '../platform/platform.ts'
import { type Origin, recordAudit } from '../platform/record-audit.ts'

/** Ownership moves by transfer only, so nobody can take it away or be left with it by accident. */
async function memberToChange(trx: Db, organization: Organization, personId: string): Promise<Member> {
  const member = await lockMember(trx, organization.id, personId)
  if (member === undefined) throw new Failure('not_found', `${organization.name} has no such member.`)
  if (member.role === 'owner')
    throw new Failure('last_owner', `${member.email} owns ${organization.name}. Transfer the ownership first.`)
  return member
}

async function audit(
  platform: Platform,
  trx: Trx,
  origin: Origin,
  organization: Organization,
  action: string,
  member: Member,
  details: object,
): Promise<void> {
  await recordAudit(platform, trx, origin, {
    organizationId: organization.id,
    action,
    subject: { kind: 'person', id: member.personId },
    details: { email: member.email, ...details },
  })
}

export function changeMemberRole(
  platform: Platform,
  input: { organization: Organization; personId: string; role: Role },
  origin: Origin,
): Promise<Member> {
  return transaction(platform.db, async (trx) => {
    const member = await memberToChange(trx, input.organization, input.personId)
    await setMemberRole(trx, input.organization.id, member.personId, input.role)
    await audit(platform, trx, origin, input.organization, 'member.role', member, { from: member.role, to: input.role })
    return { ...member, role: input.role }
  })
}

export async function removeMember(
  platform: Platform,
  input: { organization: Organization; personId: string },
  origin: Origin,
): Promise<void> {
  await transaction(platform.db, async (trx) => {
    const member = await memberToChange(trx, input.organization, input.personId)
    await deleteMember(trx, input.organization.id, member.personId)
    const own = origin.caller.kind === 'person' && origin.caller.personId === member.personId
    await audit(platform, trx, origin, input.organization, own ? 'member.leave' : 'member.remove', member, {})
  })
}

/** Hands ownership over: the other member becomes owner, the former one admin, in one step. */
export async function transferOwnership(
  platform: Platform,
  input: { organization: Organization; personId: string },
  origin: Origin,
): Promise<void> {
  const { caller } = origin
  await transaction(platform.db, async (trx) => {
    // Locked, so that of two transfers at once only the first finds an owner who can hand over.
    const present = caller.kind === 'person' ? await lockMember(trx, input.organization.id, caller.personId) : undefined
    if (caller.kind !== 'person' || present?.role !== 'owner')
      throw new Failure('forbidden', 'Only the owner can transfer ownership.')
    const next = await lockMember(trx, input.organization.id, input.personId)
    if (next === undefined) throw new Failure('not_found', 'Ownership goes to a member. Invite the person first.')
    await setMemberRole(trx, input.organization.id, caller.personId, 'admin')
    await setMemberRole(trx, input.organization.id, next.personId, 'owner')
    await audit(platform, trx, origin, input.organization, 'organization.transfer', next, { from: caller.email })
  })
}
