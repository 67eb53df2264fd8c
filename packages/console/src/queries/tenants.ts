import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type Tenant = Awaited<ReturnType<typeof api.getTenant>>
type Registration = Awaited<ReturnType<typeof api.listRegistrations>>['items'][number]

export function tenantsQuery(org: string) {
  return pagedQuery<Tenant>(['tenants', org], (ask, signal) => api.listTenants({ params: { org }, query: ask, signal }))
}

export function tenantQuery(id: string) {
  return queryOptions({
    queryKey: ['tenant', id],
    queryFn: ({ signal }) => api.getTenant({ params: { id }, signal }),
  })
}

export function schemaQuery(id: string) {
  return queryOptions({
    queryKey: ['schema', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => api.getTenantSchema({ params: { id }, signal }),
  })
}

export function registrationsQuery(id: string) {
  return pagedQuery<Registration>(['installation', 'registrations', id], (ask, signal) =>
    api.listRegistrations({ params: { id }, query: ask, signal }),
  )
}
