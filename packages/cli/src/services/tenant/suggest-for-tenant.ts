import type { Client } from '@mkt/contract/client'
import {
  type Manifest,
  type Mapping,
  type SchemaPlace,
  type SuggestedMappings,
  schemaPlaces,
  suggestMappings,
} from '@mkt/manifest'

export interface TenantSuggestion extends SuggestedMappings {
  places: SchemaPlace[]
}

/** What the names in a tenant's schema suggest for the fields that have no place yet. */
export async function suggestForTenant(
  client: Client,
  tenantId: string,
  manifest: Manifest,
  present: readonly Mapping[],
): Promise<TenantSuggestion> {
  const schema = await client.getTenantSchema({ params: { id: tenantId } })
  const places = schemaPlaces(schema.variant, schema)
  return { places, ...suggestMappings(manifest, places, present) }
}
