import { exampleValue } from '@mkt/contract/samples'
import type { SchemaPlace } from '@mkt/manifest'
import { forms } from '../texts/forms.ts'

/** What a place holds: its choices, else a value like those it has. Nothing is known of text that may be anything. */
export function placeSample(place: SchemaPlace): string | undefined {
  if (place.values?.length) return forms.mapping.holds(place.values)
  const example = exampleValue(place)
  return example === undefined ? undefined : forms.mapping.example(example)
}
