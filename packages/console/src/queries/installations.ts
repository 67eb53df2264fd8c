import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { asked, pagedQuery } from './paged.ts'

export type Installation = Awaited<ReturnType<typeof api.getInstallation>>
export type InstallationState = Installation['state']
export type Configuration = Awaited<ReturnType<typeof api.getConfiguration>>

interface Filter {
  q?: string | undefined
  state?: string | undefined
  listingId?: string | undefined
  tenantId?: string | undefined
  uninstalled?: 'true' | 'false' | undefined
}

export function installationsQuery(org: string, filter: Filter = {}) {
  const query = asked<{
    q: string
    state: InstallationState
    listingId: string
    tenantId: string
    uninstalled: 'true' | 'false'
  }>(filter)
  return pagedQuery<Installation>(['installations', org, query], (ask, signal) =>
    api.listInstallations({ params: { org }, query: { ...ask, ...query }, signal }),
  )
}

export function installationQuery(id: string) {
  return queryOptions({
    queryKey: ['installation', id],
    queryFn: ({ signal }) => api.getInstallation({ params: { id }, signal }),
  })
}

export function configurationQuery(id: string) {
  return queryOptions({
    queryKey: ['configuration', id],
    queryFn: ({ signal }) => api.getConfiguration({ params: { id }, signal }),
  })
}

export function revisionsQuery(id: string, q?: string) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['configuration', id, 'revisions', query], (ask, signal) =>
    api.listConfigurations({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

export function revisionQuery(id: string, revision: number) {
  return queryOptions({
    queryKey: ['configuration', id, 'revision', revision],
    queryFn: ({ signal }) => api.getConfigurationRevision({ params: { id, revision: String(revision) }, signal }),
  })
}

/** Without another revision, against the one before. */
export function configurationComparisonQuery(id: string, revision: number, other: number | undefined) {
  return queryOptions({
    queryKey: ['configuration', id, 'compare', revision, other ?? 0],
    queryFn: ({ signal }) =>
      api.compareConfigurations({
        params: { id, revision: String(revision) },
        query: other === undefined ? {} : { with: String(other) },
        signal,
      }),
  })
}

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
