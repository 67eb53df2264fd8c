import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Deployment = Awaited<ReturnType<typeof api.getDeployment>>
export type Figure = Awaited<ReturnType<typeof api.listFigures>>['items'][number]
export type OutputLine = Awaited<ReturnType<typeof api.listDeploymentLogs>>['items'][number]

export function deploymentsQuery(listingId: string, state?: string) {
  const query = asked<{ state: Deployment['state'] }>({ state })
  return pagedQuery<Deployment>(['deployments', listingId, query], (ask, signal) =>
    api.listDeployments({ params: { id: listingId }, query: { ...ask, ...query }, signal }),
  )
}

export function deploymentQuery(id: string) {
  return queryOptions({
    queryKey: ['deployments', 'one', id],
    queryFn: ({ signal }) => api.getDeployment({ params: { id }, signal }),
  })
}

export function figuresQuery(id: string) {
  return queryOptions({
    queryKey: ['figures', id],
    queryFn: ({ signal }) => api.listFigures({ params: { id }, signal }),
  })
}

export const useRestartDeployment = (id: string) => useChange({ send: () => api.restartDeployment({ params: { id } }) })

/** How many instances run: always so many, or as many as the load needs within limits. */
export type Scale = { replicas: number } | { minInstances: number; maxInstances: number }

export function scaleOf({ replicas, minInstances, maxInstances }: Deployment): Scale {
  return minInstances === null || maxInstances === null ? { replicas } : { minInstances, maxInstances }
}

export const useChangeScale = (id: string) =>
  useChange({
    send: (body: Scale) => api.changeDeployment({ params: { id }, body }),
    after: (client) => invalidate(client, 'deployments'),
  })
