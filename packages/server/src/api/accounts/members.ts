import { Failure } from '@mkt/contract/errors'
import { changeMemberRole, removeMember, transferOwnership } from '../../actions/accounts/change-members.ts'
import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  revokeInvitation,
} from '../../actions/accounts/invite-member.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { type Subject, unowned } from '../../domain/accounts/access.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type Member, membersOf } from '../../store/accounts/members.ts'
import { type OneTimeLink, openInvitation, openInvitations } from '../../store/accounts/one-time-links.ts'
import { notFound, organizationSubject } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { organizationAnswer } from './organizations.ts'

function memberAnswer(row: Member) {
  return {
    person: { id: row.personId, email: row.email, name: row.name },
    role: row.role,
    since: row.since.toISOString(),
  }
}

function invitationAnswer(row: OneTimeLink) {
  return {
    id: row.id,
    email: row.email,
    role: row.role ?? ('viewer' as const),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }
}

export function memberRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { org: string } }) => organizationSubject(platform, params.org)
  return [
    route('listMembers', {
      subject,
      async handle({ subject: { organization }, query }) {
        const page = pageOf(query)
        const rows = await membersOf(platform.db, { ...query, organizationId: organization.id }, page)
        return toPage(rows, page, (row) => row.personId, memberAnswer)
      },
    }),
    route('changeMember', {
      subject,
      handle: async ({ subject: { organization }, params, body, ...origin }) =>
        memberAnswer(
          await changeMemberRole(platform, { organization, personId: params.person, role: body.role }, origin),
        ),
    }),
    route('removeMember', {
      subject,
      async handle({ subject: { organization }, params, ...origin }) {
        await removeMember(platform, { organization, personId: params.person }, origin)
        return undefined
      },
    }),
    route('leaveOrganization', {
      subject,
      async handle({ subject: { organization }, caller, ...origin }) {
        if (caller.kind !== 'person') throw new Failure('forbidden', 'Only a person is a member.')
        await removeMember(platform, { organization, personId: caller.personId }, { caller, ...origin })
        return undefined
      },
    }),
    route('transferOwnership', {
      subject,
      async handle({ subject: { organization }, body, ...origin }) {
        await transferOwnership(platform, { organization, personId: body.personId }, origin)
        return undefined
      },
    }),
    route('inviteMember', {
      subject,
      async handle({ subject: { organization }, body, ...origin }) {
        const { invitation, link } = await inviteMember(platform, { organization, ...body }, origin)
        return { ...invitationAnswer(invitation), link }
      },
    }),
    route('listInvitations', {
      subject,
      async handle({ subject: { organization }, query }) {
        const page = pageOf(query)
        return toPage(
          await openInvitations(platform.db, { ...query, organizationId: organization.id }, platform.clock.now(), page),
          page,
          (row) => row.id,
          invitationAnswer,
        )
      },
    }),
    route('revokeInvitation', {
      async subject({ params }): Promise<Subject & { invitation: OneTimeLink }> {
        const invitation = await openInvitation(platform.db, params.id)
        if (invitation === undefined) throw notFound()
        return { organizationId: invitation.organizationId, invitation }
      },
      async handle({ subject: { invitation }, ...origin }) {
        await revokeInvitation(platform, invitation, origin)
        return undefined
      },
    }),
    route('readInvitation', {
      subject: () => unowned,
      async handle({ body, address }) {
        const { organization, expiresAt, ...invitation } = await readInvitation(platform, body.token, address)
        const { name, title } = organization
        return { ...invitation, organization: { name, title }, expiresAt: expiresAt.toISOString() }
      },
    }),
    route('acceptInvitation', {
      subject: () => unowned,
      async handle({ caller, body, ...origin }) {
        if (caller.kind !== 'person') throw new Failure('forbidden', 'Only a person can join an organization.')
        return organizationAnswer(
          await acceptInvitation(platform, { token: body.token, personId: caller.personId }, { caller, ...origin }),
        )
      },
    }),
  ]
}
