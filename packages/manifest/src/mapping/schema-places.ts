import type { Variant } from '../manifest.ts'
import { type ConnectedSchema, connectedPlaces } from './connected-places.ts'
import { type EnterpriseSchema, enterprisePlaces } from './enterprise-places.ts'
import type { SchemaPlace } from './schema-place.ts'

/**
 * Every field of a tenant's schema that can be mapped, in the schema's order.
 *
 * @example schemaPlaces('connected', await client.getTenantSchema({ params: { id } }))
 */
export function schemaPlaces(variant: Variant, schema: unknown): SchemaPlace[] {
  if (typeof schema !== 'object' || schema === null) return []
  return variant === 'enterprise'
    ? enterprisePlaces(schema as EnterpriseSchema)
    : connectedPlaces(schema as ConnectedSchema)
}
