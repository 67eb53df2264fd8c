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

export function invitationsQuery(org: string, filter: { q?: string | undefined; role?: string | undefined }) {
  const query = asked<{ q: string; role: Exclude<Role, 'owner'> }>(filter)
  return pagedQuery(['members', 'invitations', org, query], (ask, signal) =>
    api.listInvitations({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export function organizationsQuery({ q, state }: { q?: string | undefined; state?: string | undefined }) {
  const disabled = state && String(state === 'disabled')
  const query = asked<{ q: string; disabled: 'true' | 'false' }>({ q, disabled })
  return pagedQuery(['organizations', query], (ask, signal) =>
    api.listOrganizations({ query: { ...ask, ...query }, signal }),
  )
}

export function sessionsQuery(q: string | undefined) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['sessions', query], (ask, signal) => api.listSessions({ query: { ...ask, ...query }, signal }))
}

export function peopleQuery(filter: { q?: string | undefined; platformRole?: string | undefined }) {
  const query = asked<{ q: string; platformRole: 'moderator' | 'operator' | 'none' }>(filter)
  return pagedQuery(['people', query], (ask, signal) => api.listPeople({ query: { ...ask, ...query }, signal }))
}
