import { codes } from '@mkt/contract/errors'
import { formatName } from './format.ts'

const titles: Readonly<Record<string, { title: string }>> = codes

/** What went wrong in words, with the code that documentation and support know it by. */
export function problemWords(code: string): string {
  const known = Object.hasOwn(titles, code) ? titles[code] : undefined
  return `${known?.title ?? formatName(code)} (${code})`
}
