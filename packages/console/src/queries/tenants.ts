import { queryOptions } from '@tanstack/react-query'
import { pagedQuery } from './paged.ts'
import { request } from './request.ts'
import type { Page, Tenant } from './shapes.ts'

export type { Tenant }

export function tenantsQuery(org: string) {
  return pagedQuery<Tenant>(['tenants', org], (ask, signal) =>
    request<Page<Tenant>>('GET', `/organizations/${org}/tenants?${new URLSearchParams(ask as never)}`, { signal }),
  )
}

export function tenantQuery(id: string) {
  return queryOptions({
    queryKey: ['tenant', id],
    queryFn: ({ signal }) => request<Tenant>('GET', `/tenants/${id}`, { signal }),
  })
}

export function schemaQuery(id: string) {
  return queryOptions({
    queryKey: ['schema', id],
    staleTime: 60_000,
    queryFn: ({ signal }) => request<unknown>('GET', `/tenants/${id}/schema`, { signal }),
  })
}

export const connectTenant = (org: string, body: unknown) =>
  request<Tenant>('POST', `/organizations/${org}/tenants`, { body })
export const deleteTenant = (id: string) => request('DELETE', `/tenants/${id}`)
export const replaceCredentials = (id: string, credentials: unknown) =>
  request<Tenant>('PUT', `/tenants/${id}/credentials`, { body: credentials })
