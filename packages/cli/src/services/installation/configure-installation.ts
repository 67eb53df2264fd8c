import type { Client } from '@mkt/contract/client'
import type { Manifest } from '@mkt/manifest'
import type { Installation } from './installations.ts'
import type { ReadableConfiguration } from './merge-configuration.ts'

/** The present revision of an installation's configuration, as far as it can be read. */
export async function readableConfiguration(
  client: Client,
  { id, revision }: Installation,
): Promise<ReadableConfiguration & { revision: number }> {
  return client.getConfigurationRevision({ params: { id, revision: String(revision) } })
}

/** Refuses the write when somebody else has written another revision in between. */
export function guardOf(present: { revision: number }): Record<string, string> {
  return { 'if-match': `"${present.revision}"` }
}

/** Writes the configuration whole, over the revision it was made from. */
export function writeConfiguration(
  client: Client,
  { id }: Installation,
  present: { revision: number },
  body: { settings: Record<string, unknown>; mappings: unknown[] },
) {
  return client.putConfiguration({ params: { id }, body, headers: guardOf(present) })
}

/** The manifest of the release that an installation runs. */
export async function manifestOf(client: Client, { release }: Installation): Promise<Manifest> {
  const { manifest } = await client.getRelease({ params: { id: release.id } })
  return manifest as unknown as Manifest
}
