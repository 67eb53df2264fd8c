import { Failure } from '@mkt/contract/errors'
import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import { lockMember } from '../../store/accounts/members.ts'
import { deleteLink, insertLink, type OneTimeLink, openLink, useLink } from '../../store/accounts/one-time-links.ts'
import { findOrganization, insertMember, type Organization } from '../../store/accounts/organizations.ts'
import { personByEmail, personById } from '../../store/accounts/people.ts'
import { type Changing, change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import type { Recorded, Unit } from '../platform/unit.ts'
import { lookUpCredential } from './look-up-credential.ts'
import { refuseInvitationFlood } from './refuse-invitation-flood.ts'

const INVITATION_DAYS = 7

export interface OpenInvitation {
  organization: Organization
  email: string
  role: NonNullable<OneTimeLink['role']>
  invitedBy: string | null
  expiresAt: Date
}

const invalid = () =>
  new Failure('link_invalid', 'This invitation is used up, has expired or was taken back. Ask for a new one.')

/** Invites somebody by address. The link is mailed where mail is configured, and returned once for handing over. */
export async function inviteMember(
  platform: Changing & Pick<Platform, 'addresses' | 'mailer'>,
  input: { organization: Organization; email: string; role: 'admin' | 'operations' | 'developer' | 'viewer' },
  origin: Origin,
): Promise<{ invitation: OneTimeLink; link: string }> {
  const now = platform.clock.now()
  const token = newToken('mki', platform.random)
  const invitation: OneTimeLink = {
    id: newId('inv', now, platform.random),
    kind: 'invitation',
    email: input.email,
    organizationId: input.organization.id,
    role: input.role,
    personId: null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + INVITATION_DAYS * 86_400_000),
  }
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    const known = await personByEmail(trx, input.email)
    const member = known === undefined ? undefined : await lockMember(trx, input.organization.id, known.id)
    if (member !== undefined)
      throw new Failure('already_member', `${input.email} is a member of ${input.organization.name} already.`)
    await enforceQuota(unit, 'invitations', input.organization.id)
    await refuseInvitationFlood(unit, input.organization.id, input.email)
    await insertLink(trx, { ...invitation, tokenHash: hashToken(token), createdBy: actorOf(origin.caller).id })
    const details = { email: input.email, role: input.role }
    return unit.record('member.invite', { organizationId: input.organization.id, id: invitation.id, details })
  })
  const link = `${platform.addresses.publicUrl}/join#${token}`
  await platform.mailer.send({
    to: input.email,
    subject: `You are invited to ${input.organization.title} on MKT`,
    text: `${actorOf(origin.caller).label} invites you to ${input.organization.title} as ${input.role}.\n\nJoin within ${INVITATION_DAYS} days: ${link}\n`,
  })
  return { invitation, link }
}

/** Joins the organization of an invitation. Both count: the link, and the address it was sent to. */
export function acceptInvitation(
  platform: Changing,
  input: { token: string; personId: string },
  origin: Origin,
): Promise<Organization> {
  return change(platform, origin, async (unit) => {
    const person = await personById(unit.trx, input.personId)
    if (person === undefined) throw new Error(`person ${input.personId} is gone`)
    return joinByInvitation(unit, { ...input, email: person.email })
  })
}

/** Refuses an invitation that cannot be used by this address, without using it up. */
export async function requireInvitation(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  input: { token: string; email: string },
  address: string | null,
): Promise<void> {
  const invitation = await lookUpInvitation(platform, input.token, address)
  if (invitation === undefined) throw invalid()
  refuseOtherAddress(invitation, input.email)
}

/** Content of an invitation, for the person who opens its link. */
export async function readInvitation(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  token: string,
  address: string,
): Promise<OpenInvitation> {
  const invitation = await lookUpInvitation(platform, token, address)
  if (invitation?.organizationId == null || invitation.role === null) throw invalid()
  const organization = await findOrganization(platform.db, invitation.organizationId)
  if (organization === undefined) throw invalid()
  const { email, role, expiresAt, createdBy } = invitation
  const inviter = createdBy === null ? undefined : await personById(platform.db, createdBy)
  return { organization, email, role, invitedBy: inviter?.name ?? null, expiresAt }
}

/** Anybody can invent the token of an invitation, so it is looked up like any other credential. */
function lookUpInvitation(
  platform: Pick<Platform, 'clock' | 'db' | 'strangers'>,
  token: string,
  address: string | null,
): ReturnType<typeof openLink> {
  const { db, clock } = platform
  return lookUpCredential(platform, address ?? undefined, token, () =>
    openLink(db, 'invitation', hashToken(token), clock.now()),
  )
}

function refuseOtherAddress(invitation: OneTimeLink, email: string): void {
  if (invitation.email.toLowerCase() === email.toLowerCase()) return
  throw new Failure(
    'invitation_other_address',
    `This invitation is for ${invitation.email}, not for ${email}. Use that address, or ask for an invitation to yours.`,
  )
}

/** The same as part of a larger change. */
export async function joinByInvitation(
  unit: Unit,
  input: { token: string; personId: string; email: string },
): Promise<Recorded<Organization>> {
  const { trx, now } = unit
  const { personId, email } = input
  const invitation = await useLink(trx, 'invitation', hashToken(input.token), now)
  if (invitation?.organizationId == null || invitation.role === null) throw invalid()
  refuseOtherAddress(invitation, email)
  const { role } = invitation
  const organization = await findOrganization(trx, invitation.organizationId)
  if (organization === undefined) throw invalid()
  const organizationId = organization.id
  const added = await insertMember(trx, { organizationId, personId, role, now })
  if (!added) throw new Failure('already_member', `You are a member of ${organization.name} already.`)
  return unit.record('member.join', { organizationId, id: personId, details: { email, role } }).with(organization)
}

/** Takes an invitation back before it is used. */
export function revokeInvitation(platform: Changing, invitation: OneTimeLink, origin: Origin): Promise<void> {
  const { id, organizationId, email } = invitation
  return change(platform, origin, async (unit) => {
    await deleteLink(unit.trx, id)
    return unit.record('member.invitation.revoke', { organizationId, id, details: { email } })
  })
}
