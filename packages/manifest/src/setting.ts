import { own } from './json/text.ts'
import { type Manifest, type Setting, settingsOf } from './manifest.ts'

/**
 * Whether a setting's value can only be written: a Password, or anything marked sensitive.
 *
 * @example isWriteOnly({ name: 'apiKey', title: 'API key', type: 'Password' }) // true
 */
export function isWriteOnly(setting: { type?: unknown; sensitive?: unknown }): boolean {
  return setting.type === 'Password' || setting.sensitive === true
}

/** The names of a manifest's write-only settings. Whatever is stored under them must not be readable. */
export function writeOnlyNames(manifest: Manifest): string[] {
  return settingsOf(manifest)
    .filter(isWriteOnly)
    .map((setting) => setting.name)
}

/**
 * The settings to show and to ask for, in the manifest's order. One with `visibleWhen` is visible while the setting it
 * names is visible and has that value; `values` holds readable values only, so a value nobody may read decides nothing.
 */
export function visibleSettings(manifest: Manifest, values: Readonly<Record<string, unknown>>): Setting[] {
  const settings = settingsOf(manifest)
  const byName = new Map(settings.map((setting) => [setting.name, setting]))
  return settings.filter((setting) => isVisible(setting, byName, values))
}

function isVisible(
  setting: Setting,
  byName: ReadonlyMap<string, Setting>,
  values: Readonly<Record<string, unknown>>,
): boolean {
  const seen = new Set<Setting>()
  let next: Setting | undefined = setting
  while (next?.visibleWhen) {
    // A checked manifest has no circle; an unchecked one in an editor may.
    if (seen.has(next)) return false
    seen.add(next)
    const { name, equals }: NonNullable<Setting['visibleWhen']> = next.visibleWhen
    const controlling = byName.get(name)
    const value = own(values, name)
    if (!controlling || isWriteOnly(controlling) || value === undefined || String(value) !== String(equals))
      return false
    next = controlling
  }
  return next !== undefined
}
