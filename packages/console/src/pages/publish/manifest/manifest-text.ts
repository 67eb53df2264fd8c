import { manifestSchema } from '@mkt/manifest'

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/** A manifest as people write it: properties in the order of the schema, others behind them. A store keeps no order. */
export function manifestText(manifest: unknown): string {
  return `${JSON.stringify(ordered(manifest, [manifestSchema as Schema]), null, 2)}\n`
}

function ordered(value: unknown, schemas: Schema[]): unknown {
  const all = schemas.flatMap((schema) => [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])])
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => schema.items ?? [])
    return value.map((one) => ordered(one, items))
  }
  if (typeof value !== 'object' || value === null) return value
  const known = [...new Set(all.flatMap((schema) => Object.keys(schema.properties ?? {})))]
  const object = value as Record<string, unknown>
  const names = [
    ...known.filter((name) => name in object),
    ...Object.keys(object).filter((name) => !known.includes(name)),
  ]
  return Object.fromEntries(
    names.map((name) => [
      name,
      ordered(
        object[name],
        all.flatMap((schema) => schema.properties?.[name] ?? []),
      ),
    ]),
  )
}
