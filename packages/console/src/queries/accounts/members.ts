import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Role = Awaited<ReturnType<typeof api.listMembers>>['items'][number]['role']

export function membersQuery(org: string, filter: { q?: string | undefined; role?: string | undefined } = {}) {
  const query = asked<{ q: string; role: Role }>(filter)
  return pagedQuery(['members', org, query], (ask, signal) =>
    api.listMembers({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export function invitationsQuery(org: string, filter: { q?: string | undefined; role?: string | undefined }) {
  const query = asked<{ q: string; role: Exclude<Role, 'owner'> }>(filter)
  return pagedQuery(['members', 'invitations', org, query], (ask, signal) =>
    api.listInvitations({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export type GrantableRole = Exclude<Role, 'owner'>

export const useChangeMember = (org: string) =>
  useChange({
    send: ({ person, role }: { person: string; role: GrantableRole }) =>
      api.changeMember({ params: { org, person }, body: { role } }),
    after: (client) => invalidate(client, 'members'),
  })

export const useRemoveMember = (org: string) =>
  useChange({
    send: (person: string) => api.removeMember({ params: { org, person } }),
    after: (client) => invalidate(client, 'members'),
  })

export const useTransferOwnership = (org: string) =>
  useChange({
    send: (personId: string) => api.transferOwnership({ params: { org }, body: { personId } }),
    after: (client) => invalidate(client, 'members', 'me'),
  })

/** The answer has the link, which is shown once. */
export const useInviteMember = (org: string) =>
  useChange({
    send: (input: { email: string; role: GrantableRole }) => api.inviteMember({ params: { org }, body: input }),
    after: (client) => void invalidate(client, 'members'),
    secret: true,
  })

export const useRevokeInvitation = () =>
  useChange({
    send: (id: string) => api.revokeInvitation({ params: { id } }),
    after: (client) => invalidate(client, 'members'),
  })
