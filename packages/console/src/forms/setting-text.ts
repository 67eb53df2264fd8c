import { limits, parseTable, type Setting } from '@mkt/manifest'
import { shortText } from '../lib/short-text.ts'
import { forms } from '../texts/forms.ts'
import { shownFile } from './shown-file.ts'

const texts = forms.settings

/** A value in one line, in the words of its form: what was chosen, a file by its name, a table by its size. */
export function settingText(setting: Setting | undefined, value: string): string {
  if (setting?.type === 'Table') {
    const table = parseTable(setting, value)
    // From a release with other columns, and up to a megabyte of text.
    return 'rows' in table ? texts.rows(table.rows.length) : shortText(value)
  }
  if (setting?.type === 'Boolean') return { true: texts.yes, false: texts.no }[value] ?? value
  // Longer than any other value: a table that the present release no longer has.
  if (setting === undefined && value.length > limits.valueBytes) return shortText(shownFile(value))
  return shownFile(setting?.values?.find((item) => item.value === value)?.text ?? value)
}
