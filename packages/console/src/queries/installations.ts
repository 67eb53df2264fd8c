import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type Installation = Awaited<ReturnType<typeof api.getInstallation>>
export type InstallationState = Installation['state']
export type Configuration = Awaited<ReturnType<typeof api.getConfiguration>>

interface Filter {
  state?: string
  listingId?: string
  tenantId?: string
}

export function installationsQuery(org: string, filter: Filter = {}) {
  const asked = {
    ...(filter.state ? { state: filter.state as InstallationState } : {}),
    ...(filter.listingId ? { listingId: filter.listingId } : {}),
    ...(filter.tenantId ? { tenantId: filter.tenantId } : {}),
  }
  return pagedQuery<Installation>(['installations', org, asked], (ask, signal) =>
    api.listInstallations({ params: { org }, query: { ...ask, ...asked }, signal }),
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

export function revisionsQuery(id: string) {
  return pagedQuery(['configuration', id, 'revisions'], (ask, signal) =>
    api.listConfigurations({ params: { id }, query: ask, signal }),
  )
}

export function logQuery(id: string) {
  return pagedQuery(['log', id], (ask, signal) => api.listInstallationLog({ params: { id }, query: ask, signal }))
}

export function ledgerQuery(id: string) {
  return pagedQuery(['ledger', id], (ask, signal) => api.listLedger({ params: { id }, query: ask, signal }))
}
