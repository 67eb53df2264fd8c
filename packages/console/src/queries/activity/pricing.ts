import { api } from '../client/api.ts'
import { asked, pagedQuery } from '../client/paged.ts'

export interface PricingFilter {
  policyLocator?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export function pricingQuery(id: string, filter: PricingFilter = {}) {
  const query = asked<Record<keyof PricingFilter, string>>({ ...filter })
  return pagedQuery(['pricing', id, query], (ask, signal) =>
    api.listPricing({ params: { id }, query: { ...ask, ...query }, signal }),
  )
}

/** The address that downloads the record as a file. */
export function pricingExport(id: string, format: 'csv' | 'jsonl', filter: PricingFilter): string {
  const query = new URLSearchParams({ format, ...asked<Record<keyof PricingFilter, string>>({ ...filter }) })
  return `/api/v1/installations/${encodeURIComponent(id)}/pricing/export?${query}`
}
