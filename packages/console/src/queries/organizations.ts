import { api } from './api.ts'
import { asked, pagedQuery } from './paged.ts'

export function apiKeysQuery(org: string, q?: string) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['api-keys', org, query], (ask, signal) =>
    api.listApiKeys({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

type Role = Awaited<ReturnType<typeof api.listMembers>>['items'][number]['role']

export function membersQuery(org: string, filter: { q?: string | undefined; role?: string | undefined } = {}) {
  const query = asked<{ q: string; role: Role }>(filter)
  return pagedQuery(['members', org, query], (ask, signal) =>
    api.listMembers({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export const invitationsQuery = (org: string) =>
  pagedQuery(['members', 'invitations', org], (ask, signal) =>
    api.listInvitations({ params: { org }, query: ask, signal }),
  )

export const organizationsQuery = (q: string | undefined) =>
  pagedQuery(['organizations', q ?? ''], (ask, signal) =>
    api.listOrganizations({ query: { ...ask, ...(q ? { q } : {}) }, signal }),
  )

export const sessionsQuery = pagedQuery(['sessions'], (ask, signal) => api.listSessions({ query: ask, signal }))

export const peopleQuery = (q: string | undefined) =>
  pagedQuery(['people', q ?? ''], (ask, signal) => api.listPeople({ query: { ...ask, ...(q ? { q } : {}) }, signal }))
