import { ScimRefusal } from '../../domain/identity/scim-refusal.ts'
import { apiKeysMadeBy } from '../../store/accounts/api-keys.ts'
import { deleteMember, lockMember } from '../../store/accounts/members.ts'
import { deleteInvitationsBy } from '../../store/accounts/one-time-links.ts'
import type { ScimUser } from '../../store/identity/scim-users.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import type { Unit } from '../platform/unit.ts'

/**
 * Shuts a leaver out: membership, sessions, tokens, sign-ins in progress and the open invitations they made end in this transaction. API
 * keys belong to the organization and go on, without this person having any right over them; the audit names those the person made,
 * because their secrets may be known.
 */
export async function deactivateMember(unit: Unit, user: ScimUser): Promise<void> {
  const { organizationId, personId } = user
  if (personId === null) return
  const member = await lockMember(unit.trx, organizationId, personId)
  if (member?.role === 'owner')
    throw new ScimRefusal(
      409,
      `${member.email} owns the organization. Transfer the ownership to somebody else first.`,
      'mutability',
    )
  if (member !== undefined) {
    const apiKeys = await apiKeysMadeBy(unit.trx, organizationId, personId, 50)
    await deleteMember(unit.trx, organizationId, personId)
    const invitations = await deleteInvitationsBy(unit.trx, organizationId, personId)
    const details = { email: member.email, by: 'scim', apiKeys, invitations }
    unit.record('member.remove', { organizationId, id: personId, details })
  }
  await endSessions(unit, personId)
}
