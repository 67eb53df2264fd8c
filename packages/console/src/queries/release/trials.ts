import { queryOptions } from '@tanstack/react-query'
import { layOutJson } from '../../lib/lay-out-json.ts'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { pagedQuery } from '../client/paged.ts'

export type Trial = Awaited<ReturnType<typeof api.getTrial>>

export function trialsQuery(installationId: string) {
  return pagedQuery<Trial>(['trials', installationId], (ask, signal) =>
    api.listTrials({ params: { id: installationId }, query: ask, signal }),
  )
}

export function releaseTrialsQuery(releaseId: string) {
  return pagedQuery<Trial>(['trials', 'release', releaseId], (ask, signal) =>
    api.listReleaseTrials({ params: { id: releaseId }, query: ask, signal }),
  )
}

export function trialQuery(id: string) {
  return queryOptions({
    queryKey: ['trial', id],
    queryFn: ({ signal }) => api.getTrial({ params: { id }, signal }),
    // The publisher of an app is not told of changes to a customer's installation.
    refetchInterval: ({ state }) => (state.data && /WAITING|RUNNING/.test(state.data.state) ? 3_000 : false),
  })
}

export function trialCallQuery(id: string, call: string) {
  return queryOptions({
    queryKey: ['payload', 'trial', id, call],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { request, before, after } = await api.getTrialCall({ params: { id, call }, signal })
      const shown = (side: typeof before) => layOutJson(side.answer ?? side.failure ?? '')
      return { request: layOutJson(request), before: shown(before), after: shown(after) }
    },
  })
}

export function shadowQuery(id: string) {
  return queryOptions({
    queryKey: ['sample', id, 'shadow'],
    queryFn: ({ signal }) => api.getShadow({ params: { id }, signal }),
    // Copies are compared all the time, and nobody is told of each.
    refetchInterval: ({ state }) => (state.data?.release ? 5_000 : false),
  })
}

export function sampleQuery(id: string) {
  return queryOptions({
    queryKey: ['sample', id],
    queryFn: ({ signal }) => api.getSample({ params: { id }, signal }),
  })
}

export const usePinSample = (id: string) =>
  useChange({
    send: (until: string) => api.putSample({ params: { id }, body: { until } }),
    after: (client) => invalidate(client, 'sample'),
  })

export const useRemoveSample = (id: string) =>
  useChange({
    send: () => api.deleteSample({ params: { id } }),
    after: (client) => invalidate(client, 'sample'),
  })

export type TrialInput = Parameters<typeof api.createTrial>[0]['body']

export const useCreateTrial = () =>
  useChange({
    send: ({ releaseId, ...body }: TrialInput & { releaseId: string }) =>
      api.createTrial({ params: { id: releaseId }, body }),
    after: (client) => invalidate(client, 'trials'),
  })
