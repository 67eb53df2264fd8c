import type { Client } from '@mkt/contract/client'
import { openFolder, validManifest } from '../app/app-folder.ts'
import { findListing, type Listing } from './listings.ts'

/** The listing somebody means: the one named, or that of the application in the folder they are in. */
export function meantListing(client: Client, cwd: string, named: string | undefined): Promise<Listing> {
  return findListing(client, named ?? validManifest(openFolder(cwd)).name)
}
