import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export const apiKeysQuery = (org: string) =>
  pagedQuery(['api-keys', org], (ask, signal) => api.listApiKeys({ params: { org }, query: ask, signal }))

export const membersQuery = (org: string) =>
  pagedQuery(['members', org], (ask, signal) => api.listMembers({ params: { org }, query: ask, signal }))

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
