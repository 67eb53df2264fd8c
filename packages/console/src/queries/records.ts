import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { asked, pagedQuery } from './paged.ts'

export type AuditRow = Awaited<ReturnType<typeof api.listAudit>>['items'][number]

export interface AuditFilter {
  action?: string | undefined
  actor?: string | undefined
  from?: string | undefined
  to?: string | undefined
}
type Asked = Record<keyof AuditFilter, string>

export function auditQuery(org: string, filter: AuditFilter) {
  const query = asked<Asked>({ ...filter })
  return pagedQuery<AuditRow>(['audit', org, query], (ask, signal) =>
    api.listAudit({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export function allAuditQuery(filter: AuditFilter) {
  const query = asked<Asked>({ ...filter })
  return pagedQuery<AuditRow>(['audit', 'all', query], (ask, signal) =>
    api.listAllAudit({ query: { ...ask, ...query }, signal }),
  )
}

type Notification = Awaited<ReturnType<typeof api.listNotifications>>['items'][number]

export function allNotificationsQuery({ q, state }: { q?: string | undefined; state?: string | undefined }) {
  const query = asked<{ q: string; unread: 'true' }>({ q, unread: state === 'unread' ? 'true' : undefined })
  return pagedQuery<Notification>(['notifications', 'all', query], (ask, signal) =>
    api.listNotifications({ query: { ...ask, ...query }, signal }),
  )
}

/** The latest, for the bell. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  retry: false,
  queryFn: ({ signal }) => api.listNotifications({ query: { limit: 20 }, signal }),
})
