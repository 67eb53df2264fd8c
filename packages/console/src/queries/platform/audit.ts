import { api } from '../client/api.ts'
import { asked, pagedQuery } from '../client/paged.ts'

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
