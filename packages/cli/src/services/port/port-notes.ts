import { parseManifest } from '@mkt/manifest'
import { describeProblem, manifestName } from '../app/app-folder.ts'
import type { ForeignNames } from './foreign-names.ts'

const source = /\.(?:[cm]?[jt]sx?|py|java|kt|go|cs|rb|php)$/

/** What a ported application still lacks, in sentences. It is read, not run: `mkt conformance` knows more. */
export function portNotes(files: ReadonlyMap<string, string>, { manifest, prefixes }: ForeignNames): string[] {
  const notes: string[] = []
  const sources = [...files].filter(([path]) => source.test(path))
  const all = sources.map(([, text]) => text).join('\n')
  if (manifest === undefined) notes.push(`No manifest was found; write one with "mkt init", or add ${manifestName}.`)
  if (prefixes.length > 1) {
    const found = prefixes.map((each) => `${each}_STATE_API`).join(', ')
    notes.push(`Several variables are named …_STATE_API (${found}): rename those of the platform to MKT_… yourself.`)
  } else if (prefixes.length === 0 && !all.includes('MKT_STATE_API'))
    notes.push('No variable …_STATE_API was found: the address of the state interface comes in MKT_STATE_API.')
  if (!/\bMKT_PORT\b/.test(all))
    notes.push('Nothing reads MKT_PORT: the application must listen on the port that it is given there.')
  if (!/['"`/]health\b/.test(all))
    notes.push('Nothing answers GET /health: answer it with 200, or the application never becomes healthy.')
  for (const [path, text] of sources)
    for (const silent of silentHandlers(text))
      notes.push(`${path}: the handler of ${silent} never answers; the platform waits for an answer to every request.`)
  const text = files.get(manifestName)
  if (text !== undefined) for (const problem of parseManifest(text).problems) notes.push(describeProblem(problem))
  return notes
}

const handler =
  /\.(?:get|post|put|patch|delete|all)\(\s*(['"`])(\/[^'"`]*)\1\s*,\s*(?:async\s+)?(?:function\b[^(]*)?\(\s*\w+[^,)]*,\s*(\w+)[^)]*\)[^{(]{0,40}\{/g

/** Routes of handlers `(request, response)` in JavaScript whose body never mentions the response. */
function silentHandlers(text: string): string[] {
  const silent: string[] = []
  for (const found of text.matchAll(handler)) {
    const [all, , route = '', response = ''] = found
    const body = blockFrom(text, found.index + all.length)
    if (!new RegExp(`\\b${response}\\b`).test(body)) silent.push(route)
  }
  return silent
}

/** The text of a block whose brace was just opened. */
function blockFrom(text: string, start: number): string {
  let depth = 1
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}
