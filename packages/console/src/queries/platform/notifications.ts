import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

type Notification = Awaited<ReturnType<typeof api.listNotifications>>['items'][number]

export function allNotificationsQuery({ q, state }: { q?: string | undefined; state?: string | undefined }) {
  const query = asked<{ q: string; unread: 'true' }>({ q, unread: state === 'unread' ? 'true' : undefined })
  return pagedQuery<Notification>(['notifications', 'all', query], (ask, signal) =>
    api.listNotifications({ query: { ...ask, ...query }, signal }),
  )
}

/** The latest, for the bell. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  retry: false,
  queryFn: ({ signal }) => api.listNotifications({ query: { limit: 20 }, signal }),
})

export const useReadNotification = () =>
  useChange({
    send: (id: string) => api.readNotification({ params: { id } }),
    after: (client) => client.invalidateQueries(notificationsQuery),
  })

export const useReadAllNotifications = () =>
  useChange({
    send: () => api.readAllNotifications(),
    after: (client) => client.invalidateQueries(notificationsQuery),
  })
