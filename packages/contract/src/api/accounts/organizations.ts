import { z } from 'zod'
import { operation } from '../operation/operation.ts'
import { id, idParams, line, name, orgParams, page, time } from '../operation/shapes.ts'
import { searched, sortedQuery } from '../operation/sorting.ts'
import { email, role } from './session.ts'

const organization = z.object({
  id,
  name,
  title: z.string(),
  createdAt: time,
  disabledAt: time.nullable(),
})

const member = z.object({ person: z.object({ id, email: z.string(), name: z.string() }), role, since: time })

const invitation = z.object({ id, email: z.string(), role, createdAt: time, expiresAt: time })

const disabled = z.enum(['true', 'false']).optional().describe('Only those that are disabled, or only the others')

/** Ownership is handed over, never given. */
const grantable = role.exclude(['owner'])

const memberParams = orgParams.extend({ person: id })

export const organizationOperations = {
  createOrganization: operation({
    method: 'POST',
    path: '/organizations',
    group: 'Organizations',
    summary: 'Create an organization and become its owner',
    body: z.strictObject({ name, title: line(120).min(1).optional() }),
    answer: { status: 201, schema: organization, description: 'The organization' },
    errors: ['name_taken', 'name_reserved', 'quota_exceeded'],
  }),
  listOrganizations: operation({
    method: 'GET',
    path: '/organizations',
    group: 'Organizations',
    summary: 'Your organizations; for operators all of them',
    query: sortedQuery('name', 'title', 'createdAt').extend({ q: searched, disabled }),
    answer: { status: 200, schema: page(organization), description: 'Organizations' },
    errors: [],
  }),
  getOrganization: operation({
    method: 'GET',
    path: '/organizations/{org}',
    group: 'Organizations',
    summary: 'One organization',
    params: orgParams,
    answer: { status: 200, schema: organization, description: 'The organization' },
    errors: ['not_found'],
  }),
  changeOrganization: operation({
    method: 'PATCH',
    path: '/organizations/{org}',
    group: 'Organizations',
    summary: 'Change the title; the name never changes',
    params: orgParams,
    body: z.strictObject({ title: line(120).min(1) }),
    answer: { status: 200, schema: organization, description: 'The organization' },
    errors: ['not_found'],
  }),
  disableOrganization: operation({
    method: 'POST',
    path: '/organizations/{org}/disable',
    group: 'Organizations',
    summary:
      'Disable an organization: its members and keys lose access, its listings are hidden, its routes answer 410',
    params: orgParams,
    body: z.strictObject({ reason: line(500).min(1) }),
    answer: { status: 200, schema: organization, description: 'The organization' },
    errors: ['not_found'],
  }),
  enableOrganization: operation({
    method: 'POST',
    path: '/organizations/{org}/enable',
    group: 'Organizations',
    summary: 'Enable an organization again',
    params: orgParams,
    answer: { status: 200, schema: organization, description: 'The organization' },
    errors: ['not_found'],
  }),
  listMembers: operation({
    method: 'GET',
    path: '/organizations/{org}/members',
    group: 'Members',
    summary: 'The members of an organization',
    params: orgParams,
    query: sortedQuery('name', 'email', 'role', 'since').extend({ q: searched, role: role.optional() }),
    answer: { status: 200, schema: page(member), description: 'Members' },
    errors: ['not_found'],
  }),
  changeMember: operation({
    method: 'PATCH',
    path: '/organizations/{org}/members/{person}',
    group: 'Members',
    summary: 'Change the role of a member',
    params: memberParams,
    body: z.strictObject({ role: grantable }),
    answer: { status: 200, schema: member, description: 'The member' },
    errors: ['not_found', 'last_owner'],
  }),
  removeMember: operation({
    method: 'DELETE',
    path: '/organizations/{org}/members/{person}',
    group: 'Members',
    summary: 'Remove a member',
    params: memberParams,
    answer: { status: 204, description: 'The person is no longer a member' },
    errors: ['not_found', 'last_owner'],
  }),
  leaveOrganization: operation({
    method: 'POST',
    path: '/organizations/{org}/leave',
    group: 'Members',
    summary: 'Leave an organization; its owner transfers the ownership first',
    params: orgParams,
    answer: { status: 204, description: 'You are no longer a member' },
    errors: ['not_found', 'last_owner'],
  }),
  transferOwnership: operation({
    method: 'POST',
    path: '/organizations/{org}/transfer',
    group: 'Members',
    summary: 'Transfer ownership to another member; you become an admin',
    params: orgParams,
    body: z.strictObject({ personId: id }),
    answer: { status: 204, description: 'Ownership has moved' },
    errors: ['not_found'],
    stepUp: 'if-factor',
  }),
  inviteMember: operation({
    method: 'POST',
    path: '/organizations/{org}/invitations',
    group: 'Members',
    summary: 'Invite somebody by email address',
    params: orgParams,
    body: z.strictObject({ email, role: grantable }),
    answer: {
      status: 201,
      schema: invitation.extend({ link: z.string().describe('Shown once: hand it over where no mail is sent') }),
      description: 'The invitation',
    },
    errors: ['already_member', 'quota_exceeded'],
    showsSecret: true,
    stepUp: 'if-factor',
  }),
  listInvitations: operation({
    method: 'GET',
    path: '/organizations/{org}/invitations',
    group: 'Members',
    summary: 'Open invitations',
    params: orgParams,
    query: sortedQuery('email', 'role', 'createdAt', 'expiresAt').extend({
      q: searched.describe('Words that the email address contains'),
      role: grantable.optional(),
    }),
    answer: { status: 200, schema: page(invitation), description: 'Invitations' },
    errors: ['not_found'],
  }),
  revokeInvitation: operation({
    method: 'DELETE',
    path: '/invitations/{id}',
    group: 'Members',
    summary: 'Revoke an invitation',
    params: idParams,
    answer: { status: 204, description: 'The invitation is void' },
    errors: ['not_found'],
  }),
  readInvitation: operation({
    method: 'POST',
    path: '/invitations/read',
    group: 'Members',
    summary: 'Read an invitation before accepting it',
    body: z.strictObject({ token: z.string().max(200) }),
    answer: {
      status: 200,
      schema: z.object({
        organization: z.object({ name: z.string(), title: z.string() }),
        email: z.string().describe('Only this address can accept it'),
        role,
        invitedBy: z.string().nullable().describe('Name of the person who sent it; null where they are gone'),
        expiresAt: time,
      }),
      description: 'The invitation; it stays open',
    },
    errors: ['link_invalid'],
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/invitations/accept',
    group: 'Members',
    summary: 'Accept an invitation as the person signed in',
    body: z.strictObject({ token: z.string().max(200) }),
    answer: { status: 200, schema: organization, description: 'The organization joined' },
    errors: ['link_invalid', 'invitation_other_address', 'already_member'],
  }),
}
