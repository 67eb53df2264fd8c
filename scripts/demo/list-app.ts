import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListingState } from '@mkt/contract/states'
import type { Api, Page } from './api.ts'
import type { DemoApp } from './demo-app.ts'

export interface Listing {
  id: string
  name: string
  state: ListingState | null
  logo: unknown
}

/** The listing of an application, written and published: found where it is there already. */
export async function listApp(publisher: Api, org: string, app: DemoApp, folder: string): Promise<Listing> {
  const { items } = await publisher.get<Page<Listing>>(`/listings?name=${encodeURIComponent(`${org}/${app.name}`)}`)
  const { title, variant, summary, about, requirements, category } = app
  const texts = { title, variant, summary, about, requirements, category }
  const listing =
    items[0] ?? (await publisher.post<Listing>(`/organizations/${org}/listings`, { appName: app.name, ...texts }))
  if (!listing.logo) await publisher.put(`/listings/${listing.id}/logo`, await readFile(join(folder, 'logo.png')))
  return listing.state === null ? publisher.post<Listing>(`/listings/${listing.id}/publish`) : listing
}
