import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Manifest, Mapping } from '@mkt/manifest'
import { defaultSettings, guessMappings, type ProductSchema } from './default-configuration.ts'

export interface DevConfiguration {
  settings: Record<string, string>
  mappings: Mapping[]
}

/** The settings and mappings the application is developed with: a file to edit, read anew at every request. */
export function readDevConfiguration(file: string): DevConfiguration {
  const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<DevConfiguration>
  return { settings: value.settings ?? {}, mappings: value.mappings ?? [] }
}

/** Writes the file when there is none yet; what the author has entered is never changed. */
export function ensureDevConfiguration(file: string, manifest: Manifest, products: readonly ProductSchema[]): void {
  if (existsSync(file)) return
  const configuration: DevConfiguration = {
    settings: defaultSettings(manifest),
    mappings: guessMappings(manifest, products),
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(configuration, null, 2)}\n`, { mode: 0o600 })
}
