import type { Mapping, SchemaPlace, SuggestedMappings, UnmappedField } from '@mkt/manifest'

/** Says, a line a product, for which fields no place was found, and which products are therefore not mapped. */
export function unmappedLines({ unmapped }: SuggestedMappings): string[] {
  return unmapped.map(({ productName, mapped, fields }) => {
    const lacks = fields.map(describe).join(', ')
    return mapped ? `${productName}: no place for ${lacks}` : `${productName}: not mapped, no place for ${lacks}`
  })
}

function describe({ field, candidates }: UnmappedField): string {
  const perhaps = candidates.map(({ crumbs, title }) => [...crumbs, title].join(' › '))
  const notes = [field.required ? 'required' : '', perhaps.length > 0 ? `perhaps ${perhaps.join(' or ')}` : '']
  const shown = notes.filter((note) => note !== '').join('; ')
  return shown === '' ? field.name : `${field.name} (${shown})`
}

/** Each mapped field and its place, as a person reads them. */
export function mappedLines(mappings: readonly Mapping[], places: readonly SchemaPlace[]): string[] {
  const placeOf = (path: string) => {
    const place = places.find((one) => one.path === path)
    return place === undefined ? path : [...place.crumbs, place.title].join(' › ')
  }
  return mappings.flatMap(({ productName, fields }) =>
    Object.entries(fields).map(([name, path]) => `${productName}: ${name} → ${placeOf(path)}`),
  )
}
