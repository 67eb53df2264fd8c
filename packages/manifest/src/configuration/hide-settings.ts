import { own, setOwn } from '../json/text.ts'
import type { Manifest } from '../manifest.ts'
import { writeOnlyNames } from '../setting.ts'
import type { StoredConfiguration } from './configuration.ts'

/**
 * Takes readable values away from under names that a manifest makes write-only. The names in `hidden` have a value
 * that must be sealed, and erased from every revision; from then on nobody but the application reads it.
 */
export function hideSettings(
  stored: StoredConfiguration,
  manifest: Manifest,
  at: string,
): { stored: StoredConfiguration; hidden: Record<string, string> } {
  const writeOnly = new Set(writeOnlyNames(manifest))
  const settings: Record<string, string> = {}
  const hidden: Record<string, string> = {}
  const held = { ...stored.held }
  for (const [name, value] of Object.entries(stored.settings)) {
    if (!writeOnly.has(name)) {
      setOwn(settings, name, value)
    } else if (own(held, name) === undefined) {
      setOwn(hidden, name, value)
      setOwn(held, name, { updatedAt: at })
    }
  }
  return { stored: { settings, held, mappings: stored.mappings }, hidden }
}
