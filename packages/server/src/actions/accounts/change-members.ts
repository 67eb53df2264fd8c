import type { Role } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { deleteMember, lockMember, type Member, setMemberRole } from '../../store/accounts/members.ts'
import { deleteInvitationsBy } from '../../store/accounts/one-time-links.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { Db } from '../../store/database/database.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'

/** Ownership moves by transfer only, so nobody can take it away or be left with it by accident. */
async function memberToChange(trx: Db, organization: Organization, personId: string): Promise<Member> {
  const member = await lockMember(trx, organization.id, personId)
  if (member === undefined) throw new Failure('not_found', `${organization.name} has no such member.`)
  if (member.role === 'owner')
    throw new Failure('last_owner', `${member.email} owns ${organization.name}. Transfer the ownership first.`)
  return member
}

function entryOf(organization: Organization, member: Member, details: object) {
  return { organizationId: organization.id, id: member.personId, details: { email: member.email, ...details } }
}

export function changeMemberRole(
  platform: Changing,
  input: { organization: Organization; personId: string; role: Role },
  origin: Origin,
): Promise<Member> {
  const { organization, role } = input
  return change(platform, origin, async (unit) => {
    const member = await memberToChange(unit.trx, organization, input.personId)
    await setMemberRole(unit.trx, organization.id, member.personId, role)
    unit.changed('session', member.personId)
    return unit
      .record('member.role', entryOf(organization, member, { from: member.role, to: role }))
      .with({ ...member, role })
  })
}

/** Takes a person out of an organization, with the open invitations they made. */
export async function removeMember(
  platform: Changing,
  input: { organization: Organization; personId: string },
  origin: Origin,
): Promise<void> {
  await change(platform, origin, async (unit) => {
    const member = await memberToChange(unit.trx, input.organization, input.personId)
    await deleteMember(unit.trx, input.organization.id, member.personId)
    unit.changed('session', member.personId)
    const invitations = await deleteInvitationsBy(unit.trx, input.organization.id, member.personId)
    const own = origin.caller.kind === 'person' && origin.caller.personId === member.personId
    return unit.record(own ? 'member.leave' : 'member.remove', entryOf(input.organization, member, { invitations }))
  })
}

/** Hands ownership over: the other member becomes owner, the former one admin, in one step. */
export async function transferOwnership(
  platform: Changing,
  input: { organization: Organization; personId: string },
  origin: Origin,
): Promise<void> {
  const { caller } = origin
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    // Locked, so that of two transfers at once only the first finds an owner who can hand over.
    const present = caller.kind === 'person' ? await lockMember(trx, input.organization.id, caller.personId) : undefined
    if (caller.kind !== 'person' || present?.role !== 'owner')
      throw new Failure('forbidden', 'Only the owner can transfer ownership.')
    const next = await lockMember(trx, input.organization.id, input.personId)
    if (next === undefined) throw new Failure('not_found', 'Ownership goes to a member. Invite the person first.')
    await setMemberRole(trx, input.organization.id, caller.personId, 'admin')
    await setMemberRole(trx, input.organization.id, next.personId, 'owner')
    return unit.record('organization.transfer', entryOf(input.organization, next, { from: caller.email }))
  })
}
