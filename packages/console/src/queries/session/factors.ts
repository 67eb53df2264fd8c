import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { makePasskey } from './passkey.ts'

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => api.getFactors({ signal }),
})

export const useBeginTotp = () => useChange({ send: () => api.beginTotp(), secret: true })

export const useConfirmTotp = () =>
  useChange({
    send: (code: string) => api.confirmTotp({ body: { code } }),
    after: (client) => void invalidate(client, 'factors', 'me', 'sessions'),
    secret: true,
  })

export const useRemoveTotp = () =>
  useChange({ send: () => api.removeTotp(), after: (client) => invalidate(client, 'factors', 'me') })

export const useCreateRecoveryCodes = () =>
  useChange({
    send: () => api.createRecoveryCodes(),
    after: (client) => void invalidate(client, 'factors'),
    secret: true,
  })

export const useAddPasskey = () =>
  useChange({
    send: async (name: string) => api.addPasskey({ body: { name, ...(await makePasskey(await api.beginPasskey())) } }),
    after: (client) => void invalidate(client, 'factors', 'me', 'sessions'),
    secret: true,
  })

export const useRenamePasskey = () =>
  useChange({
    send: ({ id, name }: { id: string; name: string }) => api.renamePasskey({ params: { id }, body: { name } }),
    after: (client) => invalidate(client, 'factors'),
  })

export const useRemovePasskey = () =>
  useChange({
    send: (id: string) => api.removePasskey({ params: { id } }),
    after: (client) => invalidate(client, 'factors', 'me'),
  })

export const useEndOtherSessions = () =>
  useChange({
    send: () => api.endAllSessions({ query: { keep: 'current' } }),
    after: (client) => invalidate(client, 'sessions'),
  })
