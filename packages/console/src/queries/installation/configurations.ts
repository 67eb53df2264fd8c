import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export type Configuration = Awaited<ReturnType<typeof api.getConfiguration>>
type ConfigurationInput = Parameters<typeof api.putConfiguration>[0]['body']

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

/** Asks the app about a configuration before it is saved. */
export const useCheckConfiguration = (id: string, releaseId: string) =>
  useChange({
    send: (input: ConfigurationInput) => api.checkConfiguration({ params: { id }, body: { ...input, releaseId } }),
  })

interface Saving {
  input: ConfigurationInput
  /** The revision that was edited: a newer one is a conflict. Without it, whatever is there is replaced. */
  over: number | undefined
}

/** Saves the configuration of an installation, together with a release that needs it where one is given. */
export function useSaveConfiguration(id: string, upgradeTo: string | undefined) {
  return useChange({
    send: async ({ input, over }: Saving): Promise<Configuration> => {
      const headers = over === undefined ? {} : { 'if-match': `"${over}"` }
      if (upgradeTo !== undefined) {
        await api.upgradeInstallation({ params: { id }, body: { releaseId: upgradeTo, ...input }, headers })
        return api.getConfiguration({ params: { id } })
      }
      return api.putConfiguration({ params: { id }, body: input, headers })
    },
    after: (client, saved) => {
      client.setQueryData(configurationQuery(id).queryKey, saved)
      void invalidate(client, 'configuration', 'installation', 'log')
    },
  })
}

export const useRestoreConfiguration = (id: string) =>
  useChange({
    send: (revision: number) => api.restoreConfiguration({ params: { id, revision: String(revision) } }),
    after: (client) => invalidate(client, 'configuration'),
  })
