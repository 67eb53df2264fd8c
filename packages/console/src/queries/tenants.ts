import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { asked, pagedQuery } from './paged.ts'

export type Tenant = Awaited<ReturnType<typeof api.getTenant>>
export type Registration = Awaited<ReturnType<typeof api.listRegistrations>>['items'][number]

export function tenantsQuery(org: string, filter: { q?: string | undefined; variant?: string | undefined } = {}) {
  const query = asked<{ q: string; variant: Tenant['variant'] }>(filter)
  return pagedQuery<Tenant>(['tenants', org, query], (ask, signal) =>
    api.listTenants({ params: { org }, query: { ...ask, ...query }, signal }),
  )
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

export function registrationsQuery(id: string, filter: { q?: string | undefined; state?: string | undefined }) {
  const query = asked<{ q: string; state: Registration['state'] }>(filter)
  return pagedQuery<Registration>(['installation', 'registrations', id, query], (ask, signal) =>
    api.listRegistrations({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}
