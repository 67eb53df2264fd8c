import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.ts'
import { invalidate, useChange } from '../client/change.ts'

export type AlertRule = Awaited<ReturnType<typeof api.getAlertRules>>['rules'][number]
export type NewAlertRule = Parameters<typeof api.createAlertRule>[0]['body']
export type AlertRuleChange = Parameters<typeof api.changeAlertRule>[0]['body']

export function alertRulesQuery(org: string) {
  return queryOptions({
    queryKey: ['alerts', org],
    queryFn: ({ signal }): Promise<{ rules: AlertRule[] }> => api.getAlertRules({ params: { org }, signal }),
  })
}

export const useCreateAlertRule = (org: string) =>
  useChange({
    send: (body: NewAlertRule) => api.createAlertRule({ params: { org }, body }),
    after: (client) => invalidate(client, 'alerts'),
  })

export const useChangeAlertRule = () =>
  useChange({
    send: ({ id, change }: { id: string; change: AlertRuleChange }) =>
      api.changeAlertRule({ params: { id }, body: change }),
    after: (client) => invalidate(client, 'alerts'),
  })

export const useDeleteAlertRule = () =>
  useChange({
    send: (id: string) => api.deleteAlertRule({ params: { id } }),
    after: (client) => invalidate(client, 'alerts'),
  })

export const useTestAlertRule = () => useChange({ send: (id: string) => api.testAlertRule({ params: { id } }) })
