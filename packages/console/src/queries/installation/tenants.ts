import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

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

type TenantInput = Parameters<typeof api.createTenant>[0]['body']
type Credentials = Parameters<typeof api.replaceTenantCredentials>[0]['body']['credentials']

export const useConnectTenant = (org: string) =>
  useChange({
    send: (input: TenantInput) => api.createTenant({ params: { org }, body: input }),
    after: (client) => invalidate(client, 'tenants'),
  })

export const useRenameTenant = (id: string) =>
  useChange({
    send: (name: string) => api.changeTenant({ params: { id }, body: { name } }),
    after: (client, renamed) => client.setQueryData(tenantQuery(id).queryKey, renamed),
  })

export const useChangeRelay = (id: string) =>
  useChange({
    send: (relay: Tenant['relay']) => api.changeTenant({ params: { id }, body: { relay } }),
    after: (client, next) => client.setQueryData(tenantQuery(id).queryKey, next),
  })

export const useReplaceCredentials = (id: string) =>
  useChange({
    send: (credentials: Credentials) => api.replaceTenantCredentials({ params: { id }, body: { credentials } }),
    after: (client, next) => client.setQueryData(tenantQuery(id).queryKey, next),
  })

export const useDeleteTenant = (id: string) =>
  useChange({ send: () => api.deleteTenant({ params: { id } }), after: (client) => void invalidate(client, 'tenants') })

export const useTestTenant = (id: string) =>
  useChange({
    send: () => api.testTenant({ params: { id } }),
    after: (client, { tenant }) => {
      client.setQueryData(tenantQuery(id).queryKey, tenant)
      return invalidate(client, 'tenants')
    },
  })

/** Which simulated policy systems can be connected without an account. */
export function sandboxQuery(org: string) {
  return queryOptions({
    queryKey: ['sandbox', org],
    queryFn: ({ signal }) => api.getSandbox({ params: { org }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export const useConnectSandbox = (org: string) =>
  useChange({
    send: (variant: Tenant['variant']) => api.createSandboxTenant({ params: { org }, body: { variant } }),
    after: (client) => invalidate(client, 'tenants'),
  })
