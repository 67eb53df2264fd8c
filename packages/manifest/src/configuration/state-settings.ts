import { own, setOwn } from '../json/text.ts'
import type { Manifest } from '../manifest.ts'
import { visibleSettings } from '../setting.ts'
import { type SettingValue, settingValue } from './setting-value.ts'

/** What the application gets: every visible setting that has a value, write-only ones included. */
export function stateSettings(
  manifest: Manifest,
  settings: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Record<string, SettingValue> {
  const readable: Record<string, string> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (own(secrets, name) === undefined) setOwn(readable, name, value)
  }
  const state: Record<string, SettingValue> = {}
  for (const setting of visibleSettings(manifest, readable)) {
    const value = own(secrets, setting.name) ?? own(settings, setting.name)
    if (value !== undefined) setOwn(state, setting.name, settingValue(setting, value))
  }
  return state
}
