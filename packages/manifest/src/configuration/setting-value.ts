import type { Setting } from '../manifest.ts'
import { parseBoolean, parseNumber } from './scalar.ts'
import { parseTable, type TableRow, tableToCsv } from './table.ts'

/** What the application and the interface see of a setting. */
export type SettingValue = string | number | boolean | TableRow[]

/** The text under which a value is stored; a value that was checked has one form. */
export function storedText(setting: Setting, text: string): string {
  const value = settingValue(setting, text)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The value that a stored text stands for. A text from the time when the setting had another type stays a text until
 * somebody configures it.
 */
export function settingValue(setting: Setting, text: string): SettingValue {
  if (setting.type === 'Number') return parseNumber(text) ?? text
  if (setting.type === 'Boolean') return parseBoolean(text) ?? text
  if (setting.type !== 'Table') return text
  const table = parseTable(setting, text)
  return 'rows' in table ? table.rows : text
}

/** A value as a person edits it: a table as CSV, anything else as it is written. */
export function editedText(setting: Setting, value: SettingValue): string {
  return typeof value === 'object' ? tableToCsv(setting, value) : String(value)
}

/** What a form begins with. */
export function defaultText(setting: Setting): string | undefined {
  return setting.default === undefined ? undefined : String(setting.default)
}
