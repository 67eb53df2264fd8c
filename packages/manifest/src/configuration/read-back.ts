import { own, setOwn } from '../json/text.ts'
import { type Manifest, settingsOf } from '../manifest.ts'
import { isWriteOnly } from '../setting.ts'
import type { StoredConfiguration } from './configuration.ts'
import { type SettingValue, settingValue } from './setting-value.ts'

export type ReadableSetting = SettingValue | { set: true; updatedAt: string }

/**
 * What may be shown of the stored settings: readable values, and for write-only ones only that and when they were
 * entered. A setting that was write-only when its value was entered stays hidden even if it is plain by now; a plain
 * value under a name that is write-only by now is not shown either.
 */
export function readBack(stored: StoredConfiguration, manifest: Manifest): Record<string, ReadableSetting> {
  const shown: Record<string, ReadableSetting> = {}
  for (const setting of settingsOf(manifest)) {
    const held = own(stored.held, setting.name)
    const plain = own(stored.settings, setting.name)
    if (held) setOwn(shown, setting.name, { set: true, updatedAt: held.updatedAt })
    else if (plain !== undefined && !isWriteOnly(setting)) setOwn(shown, setting.name, settingValue(setting, plain))
  }
  return shown
}
