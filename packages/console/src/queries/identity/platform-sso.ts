import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'

export const platformSsoQuery = queryOptions({
  queryKey: ['platform-sso'],
  queryFn: ({ signal }) => api.getPlatformSso({ signal }),
})

export type PlatformSsoShown = Awaited<ReturnType<typeof api.getPlatformSso>>
export type PlatformSsoSettings = Parameters<typeof api.putPlatformSso>[0]['body']

export const usePutPlatformSso = () =>
  useChange({
    send: (body: PlatformSsoSettings) => api.putPlatformSso({ body }),
    after: (client, shown) => client.setQueryData(platformSsoQuery.queryKey, shown),
  })

export const useDeletePlatformSso = () =>
  useChange({ send: () => api.deletePlatformSso(), after: (client) => invalidate(client, 'platform-sso') })

export const useTestPlatformSso = () => useChange({ send: () => api.testPlatformSso() })

type StaffPolicy = NonNullable<Parameters<typeof api.changeStaffPolicy>[0]>['body']

export const useChangeStaffPolicy = () =>
  useChange({
    send: (body: StaffPolicy) => api.changeStaffPolicy({ body }),
    after: (client, shown) => client.setQueryData(platformSsoQuery.queryKey, shown),
  })
