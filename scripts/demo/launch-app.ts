import { type Api, type Page, waitFor } from './api.ts'
import type { DemoApp } from './demo-app.ts'
import type { Listing } from './list-app.ts'

export interface Installation {
  id: string
  state: string
  reason?: string | null
  listing?: { id: string; name: string }
}

/** The customer's installation, running. One that a person stopped or removed since is left alone. */
export async function launchApp(
  customer: Api,
  org: string,
  tenantId: string,
  listing: Listing,
  app: DemoApp,
): Promise<Installation> {
  const { items } = await customer.get<Page<Installation>>(`/organizations/${org}/installations?limit=100`)
  const found = items.find((one) => one.listing?.id === listing.id)
  if (found && ['STOPPED', 'STOPPING', 'UNINSTALLING', 'UNINSTALLED'].includes(found.state)) return found
  const body = { listingId: listing.id, tenantId, settings: app.launch?.settings, mappings: app.launch?.mappings }
  const { id } = found ?? (await customer.post<Installation>(`/organizations/${org}/installations`, body))
  if (found?.state === 'ERROR') await customer.post(`/installations/${id}/start`)
  return waitFor(`${listing.name} running`, async () => {
    const installation = await customer.get<Installation>(`/installations/${id}`)
    if (installation.state === 'ERROR') throw new Error(`${listing.name} cannot run: ${installation.reason}`)
    return installation.state === 'RUNNING' ? installation : undefined
  })
}
