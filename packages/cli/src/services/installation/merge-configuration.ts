import { carryOver, type Manifest, type Mapping, writeOnlyNames } from '@mkt/manifest'
import type { ConfigurationChange, MappedField } from './configuration-change.ts'
import { placeFiles } from './setting-files.ts'

/** The readable part of a configuration. */
export interface ReadableConfiguration {
  settings: Readonly<Record<string, unknown>>
  mappings: readonly Mapping[]
}

/**
 * The whole configuration to send: what is there and the release still knows, with the change over it. The API writes
 * a configuration whole, so a readable setting that was left out here would be unset. Write-only values are left out
 * unless they change: the platform keeps them.
 */
export function mergeConfiguration(
  manifest: Manifest,
  present: ReadableConfiguration,
  change: ConfigurationChange,
): { settings: Record<string, unknown>; mappings: Mapping[] } {
  const carried = carryOver(present, manifest)
  const writeOnly = new Set(writeOnlyNames(manifest))
  const kept = Object.entries(carried.settings).filter(([name]) => !writeOnly.has(name))
  return {
    settings: { ...Object.fromEntries(kept), ...placeFiles(manifest, change) },
    mappings: mergeMappings(carried.mappings, change),
  }
}

/** The mappings to send: those given at once or the present ones, single fields over them. */
export function mergeMappings(
  present: Mapping[],
  { mappings, mapped }: Pick<ConfigurationChange, 'mappings' | 'mapped'>,
): Mapping[] {
  return mapped.reduce(mapField, mappings ?? present)
}

function mapField(mappings: Mapping[], { productName, field, path }: MappedField): Mapping[] {
  const known = mappings.find((mapping) => mapping?.productName === productName)
  const { [field]: _, ...others } = known?.fields ?? {}
  const next = { productName, fields: path === '' ? others : { ...others, [field]: path } }
  return known === undefined ? [...mappings, next] : mappings.map((mapping) => (mapping === known ? next : mapping))
}
