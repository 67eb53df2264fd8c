import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { pagedQuery } from './paged.ts'

export type Deployment = Awaited<ReturnType<typeof api.getDeployment>>
export type OutputLine = Awaited<ReturnType<typeof api.listDeploymentLogs>>['items'][number]

export function deploymentsQuery(listingId: string) {
  return pagedQuery<Deployment>(['deployments', listingId], (ask, signal) =>
    api.listDeployments({ params: { id: listingId }, query: ask, signal }),
  )
}

export function figuresQuery(id: string) {
  return queryOptions({
    queryKey: ['figures', id],
    refetchInterval: 60_000,
    queryFn: ({ signal }) => api.listFigures({ params: { id }, signal }),
  })
}
