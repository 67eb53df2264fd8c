import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { asked, pagedQuery } from '../client/paged.ts'

type Level = Awaited<ReturnType<typeof api.listInstallationLog>>['items'][number]['level']

export function logQuery(id: string, filter: { level?: string | undefined; q?: string | undefined } = {}) {
  const query = asked<{ level: Level; q: string }>(filter)
  return pagedQuery(['log', id, query], (ask, signal) =>
    api.listInstallationLog({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

interface LedgerFilter {
  version?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export function ledgerQuery(id: string, filter: LedgerFilter = {}) {
  const query = asked<Record<keyof LedgerFilter, string>>({ ...filter })
  return pagedQuery(['ledger', id, query], (ask, signal) =>
    api.listLedger({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

/** All reads since an hour began, over every release. */
export function ledgerSummaryQuery(id: string, from: string) {
  return queryOptions({
    queryKey: ['ledger', id, 'summary', from],
    queryFn: ({ signal }) => api.getLedgerSummary({ params: { id }, query: { from }, signal }),
  })
}
