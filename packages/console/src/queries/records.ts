import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type AuditRow = Awaited<ReturnType<typeof api.listAudit>>['items'][number]

export function auditQuery(org: string, action: string | undefined) {
  return pagedQuery<AuditRow>(['audit', org, action ?? ''], (ask, signal) =>
    api.listAudit({ params: { org }, query: { ...ask, ...(action ? { action } : {}) }, signal }),
  )
}

export function allAuditQuery(action: string | undefined) {
  return pagedQuery<AuditRow>(['audit', 'all', action ?? ''], (ask, signal) =>
    api.listAllAudit({ query: { ...ask, ...(action ? { action } : {}) }, signal }),
  )
}

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  retry: false,
  queryFn: ({ signal }) => api.listNotifications({ query: { limit: 20 }, signal }),
})
