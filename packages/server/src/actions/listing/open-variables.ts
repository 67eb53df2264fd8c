import { sealedVariables } from '../../store/listing/variables.ts'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'

/** Additional data of an encrypted application variable. */
export function variableIdentity(listingId: string, name: string): string {
  return `variable ${listingId} ${name}`
}

/** The publisher's application variables in the clear: for the environment of its containers, and to mask their output. */
export async function openVariables(
  platform: Pick<Platform, 'db' | 'vault'>,
  release: Pick<Release, 'listingId' | 'organizationId'>,
): Promise<Record<string, string>> {
  const { listingId, organizationId } = release
  const rows = await sealedVariables(platform.db, listingId)
  const opened = await Promise.all(
    rows.map(async ({ name, sealed }) => {
      const value = await platform.vault.open(organizationId, variableIdentity(listingId, name), sealed)
      return [name, value.toString('utf8')] as const
    }),
  )
  return Object.fromEntries(opened)
}
