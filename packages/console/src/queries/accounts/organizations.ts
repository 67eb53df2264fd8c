import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'
import { asked, pagedQuery } from '../client/paged.ts'
import { chooseOrganization } from '../session/current-organization.ts'

export function organizationsQuery({ q, state }: { q?: string | undefined; state?: string | undefined }) {
  const disabled = state && String(state === 'disabled')
  const query = asked<{ q: string; disabled: 'true' | 'false' }>({ q, disabled })
  return pagedQuery(['organizations', query], (ask, signal) =>
    api.listOrganizations({ query: { ...ask, ...query }, signal }),
  )
}

export function organizationQuery(org: string) {
  return queryOptions({
    queryKey: ['organizations', 'one', org],
    queryFn: ({ signal }) => api.getOrganization({ params: { org }, signal }),
  })
}

/** Begins an organization. Its first member owns it, and works in it from then on. */
export const useCreateOrganization = () =>
  useChange({
    send: (input: { name: string; title: string }) => api.createOrganization({ body: input }),
    after: async (client, organization) => {
      await invalidate(client, 'me')
      chooseOrganization(organization.id)
    },
  })

export const useRenameOrganization = (org: string) =>
  useChange({
    send: (title: string) => api.changeOrganization({ params: { org }, body: { title } }),
    after: (client) => invalidate(client, 'me'),
  })

export const useLeaveOrganization = () =>
  useChange({
    send: (org: string) => api.leaveOrganization({ params: { org } }),
    after: (client) => invalidate(client, 'me'),
  })

export const useEnableOrganization = () =>
  useChange({
    send: (org: string) => api.enableOrganization({ params: { org } }),
    after: (client) => invalidate(client, 'organizations'),
  })

export const useDisableOrganization = () =>
  useChange({
    send: ({ org, reason }: { org: string; reason: string }) =>
      api.disableOrganization({ params: { org }, body: { reason } }),
    after: (client) => invalidate(client, 'organizations'),
  })
