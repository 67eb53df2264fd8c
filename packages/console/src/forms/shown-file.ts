import { parseFile } from '@mkt/manifest'
import { formatBytes } from '../lib/format.ts'
import { forms } from '../texts/forms.ts'

/** A stored file by its name and size; any other text as it is. */
export function shownFile(text: string): string {
  const file = parseFile(text)
  return file === undefined ? text : `${file.name || forms.settings.unnamedFile} (${formatBytes(file.size)})`
}
