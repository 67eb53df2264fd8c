import { own, setOwn } from '../json/text.ts'
import { type Manifest, mappingFieldsOf, settingsOf } from '../manifest.ts'
import type { Mapping } from './configuration.ts'

/** What of a former configuration can be given again under a manifest: readable settings and mappings it still knows. */
export function carryOver<V>(
  former: { settings: Readonly<Record<string, V>>; mappings: readonly Mapping[] },
  manifest: Manifest,
): { settings: Record<string, V>; mappings: Mapping[] } {
  const settings: Record<string, V> = {}
  for (const { name } of settingsOf(manifest)) {
    const value = own(former.settings, name)
    if (value !== undefined) setOwn(settings, name, value)
  }
  const mappings = former.mappings.map(({ productName, fields }) => {
    const kept: Record<string, string> = {}
    for (const { name } of mappingFieldsOf(manifest)) {
      const value = own(fields, name)
      if (value !== undefined) setOwn(kept, name, value)
    }
    return { productName, fields: kept }
  })
  return { settings, mappings }
}
