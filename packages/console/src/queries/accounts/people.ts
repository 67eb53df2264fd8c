import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export function peopleQuery(filter: { q?: string | undefined; platformRole?: string | undefined }) {
  const query = asked<{ q: string; platformRole: 'moderator' | 'operator' | 'none' }>(filter)
  return pagedQuery(['people', query], (ask, signal) => api.listPeople({ query: { ...ask, ...query }, signal }))
}

export type PlatformRole = Awaited<ReturnType<typeof api.listPeople>>['items'][number]['platformRole']

export const useChangePlatformRole = () =>
  useChange({
    send: ({ id, platformRole }: { id: string; platformRole: PlatformRole }) =>
      api.changePerson({ params: { id }, body: { platformRole } }),
    after: (client) => invalidate(client, 'people'),
  })

export const useEnablePerson = () =>
  useChange({
    send: (id: string) => api.enablePerson({ params: { id } }),
    after: (client) => invalidate(client, 'people'),
  })

export const useDisablePerson = () =>
  useChange({
    send: (id: string) => api.disablePerson({ params: { id } }),
    after: (client) => invalidate(client, 'people'),
  })

/** The answer has a link to set a new password, which is shown once. */
export const useCreateResetLink = () =>
  useChange({ send: (id: string) => api.createResetLink({ params: { id } }), secret: true })
