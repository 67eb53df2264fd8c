import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

interface Notification {
  id: string
  title: string
  createdAt: string
  readAt: string | null
}

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  retry: false,
  queryFn: ({ signal }) => request<{ items: Notification[] }>('GET', '/notifications', { signal }),
})
