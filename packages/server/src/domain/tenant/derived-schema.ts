import { type MappingSchema, mappingPaths } from './mapping-schema.ts'
import { type SchemaNames, schemaNames } from './schema-names.ts'

/** A product schema as it is kept and used: made once, apart from the event loop where it is large. */
export interface DerivedSchema {
  /** The schema as JSON. */
  text: string
  /** Every mapping path, as JSON. */
  paths: string
  names: SchemaNames
}

export function deriveSchema(schema: MappingSchema, text = JSON.stringify(schema)): DerivedSchema {
  return { text, paths: JSON.stringify(mappingPaths(schema)), names: schemaNames(schema) }
}
