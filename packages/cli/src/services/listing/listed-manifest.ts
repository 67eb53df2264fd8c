import type { Client } from '@mkt/contract/client'
import { type Manifest, parseManifest } from '@mkt/manifest'
import { type AppFolder, validManifest } from '../app/app-folder.ts'
import { findListing, type Listing } from './listings.ts'

/**
 * The manifest of a folder and the listing it is for. The listing's variant has rules of its own, so it is looked for even
 * though the manifest has problems: all of them are told at once.
 */
export async function listedManifest(
  client: Client,
  folder: AppFolder,
  named?: string,
): Promise<{ listing: Listing; manifest: Manifest }> {
  const { value, problems } = parseManifest(folder.text)
  const given = named ?? (value as { name?: unknown } | null | undefined)?.name
  if (typeof given !== 'string') validManifest(folder)
  const listing = await findListing(client, String(given)).catch((error: unknown) => {
    if (problems.length > 0) validManifest(folder)
    throw error
  })
  return { listing, manifest: validManifest(folder, listing.variant) }
}
