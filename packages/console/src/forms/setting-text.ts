import { parseTable, type Setting } from '@mkt/manifest'
import { forms } from '../texts/forms.ts'
import { shownFile } from './shown-file.ts'

const texts = forms.settings

/** A value in one line, in the words of its form: what was chosen, a file by its name, a table by its size. */
export function settingText(setting: Setting | undefined, value: string): string {
  if (setting?.type === 'Table') {
    const table = parseTable(setting, value)
    return 'rows' in table ? texts.rows(table.rows.length) : value
  }
  if (setting?.type === 'Boolean') return { true: texts.yes, false: texts.no }[value] ?? value
  return shownFile(setting?.values?.find((item) => item.value === value)?.text ?? value)
}
