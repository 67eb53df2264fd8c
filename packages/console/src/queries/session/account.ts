import type { MailTopic } from '@mkt/contract/api'
import type { Preferences } from '../../lib/time-formats.ts'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export function sessionsQuery(q: string | undefined) {
  const query = asked<{ q: string }>({ q })
  return pagedQuery(['sessions', query], (ask, signal) => api.listSessions({ query: { ...ask, ...query }, signal }))
}

export const useEndSession = () =>
  useChange({
    send: (id: string) => api.endSession({ params: { id } }),
    after: (client) => invalidate(client, 'sessions'),
  })

export const useChangeProfile = () =>
  useChange({
    send: (name: string) => api.changeProfile({ body: { name } }),
    after: (client) => invalidate(client, 'me'),
  })

export const useSetPreferences = () =>
  useChange({
    send: (preferences: Partial<Preferences & { noMailAbout: MailTopic[] }>) =>
      api.changeProfile({ body: preferences }),
    after: (client) => invalidate(client, 'me'),
  })

export const useChangePassword = () =>
  useChange({
    send: (passwords: { currentPassword: string; newPassword: string }) => api.changePassword({ body: passwords }),
  })
