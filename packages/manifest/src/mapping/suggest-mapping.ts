import type { Mapping } from '../configuration/configuration.ts'
import { own } from '../json/text.ts'
import { type Manifest, type MappingField, mappingFieldsOf } from '../manifest.ts'
import { looseFit, placeFit } from './place-fit.ts'
import type { SchemaPlace } from './schema-place.ts'

/** A field for which no place is clear. */
export interface UnmappedField {
  field: MappingField
  /** Places with related words, or several that fit equally well; a person has to choose. */
  candidates: SchemaPlace[]
}

export interface SuggestedMapping {
  mapping: Mapping
  unmapped: UnmappedField[]
}

const MAX_CANDIDATES = 5

/**
 * Fills in what has no place yet in the mapping of one product. Each place is used once, what is mapped already stays,
 * and only clear cases are filled in: a place that two fields want equally, or a field that two places fit equally, is left to
 * a person.
 *
 * @example suggestMapping(manifest, schemaPlaces(variant, schema), { productName: 'personal-auto', fields: {} })
 */
export function suggestMapping(manifest: Manifest, places: readonly SchemaPlace[], present: Mapping): SuggestedMapping {
  const { productName } = present
  const fields = mappingFieldsOf(manifest)
  const open = fields.filter(({ name }) => !own(present.fields, name))
  const taken = new Set(Object.values(present.fields))
  const here = places.filter(({ product }) => product === undefined || product === productName)
  const fits = open.flatMap((field) =>
    here.flatMap((place): Fit[] => {
      const fit = taken.has(place.path) ? 0 : placeFit(field, place, productName)
      return fit > 0 ? [{ field, place, fit }] : []
    }),
  )
  const found = assign(fits.filter(({ fit }) => fit > looseFit))
  const mapping = { productName, fields: { ...present.fields } }
  // In the manifest's order, so that the same input gives the same file.
  for (const { name } of open) {
    const place = found.get(name)
    if (place !== undefined) mapping.fields[name] = place.path
  }
  const used = new Set(Object.values(mapping.fields))
  const unmapped = open
    .filter(({ name }) => !found.has(name))
    .map((field) => ({ field, candidates: candidatesFor(field, fits, used) }))
  return { mapping, unmapped }
}

interface Fit {
  field: MappingField
  place: SchemaPlace
  fit: number
}

/** The best pairs first; a field or place that is in two pairs of the same fit is left open. */
function assign(fits: readonly Fit[]): Map<string, SchemaPlace> {
  const found = new Map<string, SchemaPlace>()
  let rest = [...fits]
  while (rest.length > 0) {
    const best = Math.max(...rest.map(({ fit }) => fit))
    const level = rest.filter(({ fit }) => fit === best)
    for (const one of level) {
      const rivals = level.filter((other) => other.field === one.field || other.place === one.place)
      if (rivals.length === 1) found.set(one.field.name, one.place)
    }
    // A lower fit must not decide what the best fit left open.
    const settledFields = new Set(level.map(({ field }) => field))
    const settledPlaces = new Set(level.map(({ place }) => place))
    rest = rest.filter(({ field, place }) => !settledFields.has(field) && !settledPlaces.has(place))
  }
  return found
}

function candidatesFor(field: MappingField, fits: readonly Fit[], used: ReadonlySet<string>): SchemaPlace[] {
  return fits
    .filter((one) => one.field === field && !used.has(one.place.path))
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, MAX_CANDIDATES)
    .map(({ place }) => place)
}
