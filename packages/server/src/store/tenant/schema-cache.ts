import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'

/** Schemas as this process used them last, by tenant, each as it was read at a moment. */
export interface SchemaCache {
  find(tenantId: string, readAt: Date): DerivedSchema | undefined
  keep(tenantId: string, readAt: Date, schema: DerivedSchema): void
}

/** Of the texts of all schemas together; what is looked up in them is no larger. */
const MAX_CHARACTERS = 32_000_000

/** Holds a limited size of schemas: the one that was not used for longest goes first. */
export function createSchemaCache(maxCharacters = MAX_CHARACTERS): SchemaCache {
  const kept = new Map<string, { readAt: Date; schema: DerivedSchema }>()
  let size = 0
  const sizeOf = ({ text, paths }: DerivedSchema) => text.length + paths.length

  function forget(tenantId: string): void {
    const known = kept.get(tenantId)
    if (known === undefined) return
    kept.delete(tenantId)
    size -= sizeOf(known.schema)
  }

  return {
    find(tenantId, readAt) {
      const known = kept.get(tenantId)
      if (known === undefined || known.readAt.getTime() !== readAt.getTime()) return undefined
      kept.delete(tenantId)
      kept.set(tenantId, known)
      return known.schema
    },
    keep(tenantId, readAt, schema) {
      forget(tenantId)
      kept.set(tenantId, { readAt, schema })
      size += sizeOf(schema)
      for (const oldest of kept.keys()) {
        if (size <= maxCharacters) return
        forget(oldest)
      }
    },
  }
}
