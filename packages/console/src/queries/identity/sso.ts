import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'

export const ssoQuery = (org: string) =>
  queryOptions({
    queryKey: ['sso', org],
    queryFn: ({ signal }) => api.getSso({ params: { org }, signal }),
  })

export type SsoShown = Awaited<ReturnType<typeof api.getSso>>
export type SsoSettings = Parameters<typeof api.putSso>[0]['body']

export const usePutSso = (org: string) =>
  useChange({
    send: (body: SsoSettings) => api.putSso({ params: { org }, body }),
    after: (client, shown) => client.setQueryData(ssoQuery(org).queryKey, shown),
  })

export const useDeleteSso = (org: string) =>
  useChange({
    send: () => api.deleteSso({ params: { org } }),
    after: (client) => invalidate(client, 'sso', 'sign-in-policy'),
  })

export const useTestSso = (org: string) => useChange({ send: () => api.testSso({ params: { org } }) })

export const useAddSsoDomain = (org: string) =>
  useChange({
    send: (domain: string) => api.addSsoDomain({ params: { org }, body: { domain } }),
    after: (client) => invalidate(client, 'sso'),
  })

export const useVerifySsoDomain = () =>
  useChange({
    send: (id: string) => api.verifySsoDomain({ params: { id } }),
    after: (client) => invalidate(client, 'sso'),
  })

export const useRemoveSsoDomain = () =>
  useChange({
    send: (id: string) => api.removeSsoDomain({ params: { id } }),
    after: (client) => invalidate(client, 'sso'),
  })

export const ssoLinksQuery = queryOptions({
  queryKey: ['sso-links'],
  queryFn: ({ signal }) => api.getSsoLinks({ signal }),
})

export const useUnlinkSso = () =>
  useChange({
    send: (id: string) => api.unlinkSso({ params: { id } }),
    after: (client) => invalidate(client, 'sso-links'),
  })

/** Leaves for the provider, to link it with the account of the person who is signed in. */
export const useLinkSso = () =>
  useChange({
    send: async (provider: { organization: string } | { staff: true }) => {
      const { url } = await api.linkSso({ body: provider })
      window.location.assign(url)
    },
  })
