import { buildMappingPath, type MappingPlace, policyholders } from '../mapping-path.ts'
import type { SchemaPlace } from './schema-place.ts'

interface SchemaField {
  name: string
  title?: string | null
  type?: string | null
  values?: readonly string[] | null
  fields?: SchemaField[] | null
}
interface Part {
  name: string
  displayName?: string | null
  fields?: SchemaField[] | null
}
export interface ConnectedSchema {
  products?:
    | {
        name: string
        policyConfiguration?: {
          fields?: SchemaField[] | null
          exposures?: (Part & { perils?: Part[] | null })[] | null
        } | null
      }[]
    | null
  policyholder?: { fields?: SchemaField[] | null } | null
}
/** The system's own product; never offered. */
const systemProduct = 'global'

type Inside = MappingPlace extends infer Place
  ? Place extends { variant: 'connected' }
    ? Omit<Place, 'field'>
    : never
  : never

interface At {
  inside: Inside
  product: string
  crumbs: string[]
  depth: SchemaPlace['depth']
}

function leaves(fields: SchemaField[] | null | undefined, at: At): SchemaPlace[] {
  return (fields ?? []).flatMap((field): SchemaPlace[] => {
    const title = field.title ?? field.name
    if (field.type === 'group') {
      const inner = (field.fields ?? []).filter(({ type }) => type !== 'group')
      const inside = { ...at.inside, group: field.name }
      return leaves(inner, { ...at, inside, crumbs: [...at.crumbs, title], depth: 'group' })
    }
    const path = buildMappingPath({ ...at.inside, field: field.name } as MappingPlace)
    if (path === undefined) return []
    const { inside, ...where } = at
    const facts = {
      path,
      name: field.name,
      title,
      type: field.type ?? '',
      ...(field.values ? { values: field.values } : {}),
    }
    return [{ ...where, ...facts, owners: ownersOf(inside), containedIn: [] }]
  })
}

function ownersOf({ exposure, peril, group }: { exposure?: string; peril?: string; group?: string }): string[] {
  return [exposure, peril, group].filter((name) => name !== undefined)
}

/** The mappable fields of a connected schema: lists of products, exposures, perils and fields. */
export function connectedPlaces(schema: ConnectedSchema): SchemaPlace[] {
  const variant = 'connected'
  const ofProducts = (schema.products ?? [])
    .filter(({ name }) => name !== systemProduct)
    .flatMap(({ name: product, policyConfiguration }) => {
      const at = (inside: Inside, crumbs: string[], depth: SchemaPlace['depth'] = 'plain') => {
        return { inside, product, crumbs, depth }
      }
      return [
        ...leaves(policyConfiguration?.fields, at({ variant, of: 'policy', product }, [])),
        ...(policyConfiguration?.exposures ?? []).flatMap(({ name: exposure, displayName, fields, perils }) => {
          const crumbs = [displayName ?? exposure]
          return [
            ...leaves(fields, at({ variant, of: 'exposure', product, exposure }, crumbs)),
            ...(perils ?? []).flatMap(({ name: peril, ...cover }) =>
              leaves(
                cover.fields,
                at(
                  { variant, of: 'peril', product, exposure, peril },
                  [...crumbs, cover.displayName ?? peril],
                  'peril',
                ),
              ),
            ),
          ]
        }),
      ]
    })
  const holder: At = { inside: { variant, of: 'policyholder' }, product: policyholders, crumbs: [], depth: 'plain' }
  return [...ofProducts, ...leaves(schema.policyholder?.fields, holder)]
}
