import { api } from './client/api.ts'
import { asked, pagedQuery } from './client/paged.ts'

export type TenantCall = Awaited<ReturnType<typeof api.listTenantCalls>>['items'][number]

interface Filter {
  method?: string | undefined
  status?: string | undefined
  q?: string | undefined
  traceId?: string | undefined
}

type Query = NonNullable<Parameters<typeof api.listTenantCalls>[0]['query']>

export function tenantCallsQuery(id: string, filter: Filter) {
  const query = asked<{ method: NonNullable<Query['method']>; status: string; q: string; traceId: string }>({
    ...filter,
  })
  return pagedQuery<TenantCall>(['calls', 'tenant', id, query], (ask, signal) =>
    api.listTenantCalls({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}
