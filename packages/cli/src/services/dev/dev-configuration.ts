import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  applyConfiguration,
  emptyConfiguration,
  type Manifest,
  type Mapping,
  type SchemaPlace,
  type SettingValue,
  stateSettings,
  suggestMappings,
  type Variant,
} from '@mkt/manifest'
import { unmappedLines } from '../installation/mapping-lines.ts'
import { defaultSettings } from './default-settings.ts'

export interface DevConfiguration {
  settings: Record<string, string>
  mappings: Mapping[]
}

/** The settings and mappings the application is developed with: a file to edit, read again at every request. */
export function readDevConfiguration(file: string): DevConfiguration {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<DevConfiguration>
  return { settings: value.settings ?? {}, mappings: value.mappings ?? [] }
}

/** What the state interface answers: values as the application gets them from the platform, numbers and rows included. */
export function stateOf(
  manifest: Manifest,
  variant: Variant,
  input: DevConfiguration,
): { settings: Record<string, SettingValue>; mappings: Mapping[] } {
  const applied = applyConfiguration({ manifest, variant, stored: emptyConfiguration, input })
  // A configuration that the platform would refuse was reported already; the application gets it as it is written.
  if (!applied.ok) return input
  return { settings: stateSettings(manifest, applied.next.settings, applied.entered), mappings: applied.next.mappings }
}

/**
 * Writes the file when there is none yet; what the author has entered is never changed. Returns what was not found for
 * its mappings.
 */
export function ensureDevConfiguration(file: string, manifest: Manifest, places: readonly SchemaPlace[]): string[] {
  if (existsSync(file)) return []
  const suggested = suggestMappings(manifest, places)
  const configuration: DevConfiguration = { settings: defaultSettings(manifest), mappings: suggested.mappings }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 })
  return unmappedLines(suggested)
}

/** What the platform would refuse of the file: the application would not be launched with it. */
export function devConfigurationProblems(file: string, manifest: Manifest, variant: Variant): string[] {
  const input = readable(file)
  if (input === undefined) return ['it is not valid JSON']
  const applied = applyConfiguration({ manifest, variant, stored: emptyConfiguration, input })
  return applied.ok ? [] : applied.problems.map(({ pointer, message, rule }) => `${pointer} ${message} (${rule})`)
}

function readable(file: string): DevConfiguration | undefined {
  try {
    return readDevConfiguration(file)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
