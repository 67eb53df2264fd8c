import { type DataSheet, type DataSheetLine, dataSheetLineNames, dataSheetLines } from '@mkt/contract/api'

export type { DataSheet, DataSheetLine } from '@mkt/contract/api'

export interface DataSheetCheck {
  line: DataSheetLine
  checkedBy: string
  checkedAt: Date
}

/** One line as it is shown: what it says, and who vouches for it. */
export interface SheetLine<Line extends string = string> {
  line: Line
  title: string
  mark: 'declared' | 'checked' | 'observed' | null
  text: string | null
  at: string | null
  by: string | null
}

/** The sheet without blank lines: a blank line states nothing. */
export function statedSheet(given: DataSheet): DataSheet {
  const stated = dataSheetLineNames.flatMap((line) => {
    const value = given[line]
    const trimmed = typeof value === 'string' ? value.trim() : value
    return trimmed === undefined || trimmed === '' ? [] : [[line, trimmed]]
  })
  return Object.fromEntries(stated)
}

/** What a line says, as text; null where it is not stated. */
export function lineText(sheet: DataSheet, line: DataSheetLine): string | null {
  const value = sheet[line]
  if (value === undefined) return null
  if (typeof value === 'string') return value
  if (value.length === 0) return 'None'
  return value.map(({ name, purpose, location }) => `${name}: ${purpose}${location ? ` (${location})` : ''}`).join('\n')
}

/** The lines of the publisher, each with its mark. */
export function sheetLines(sheet: DataSheet, checks: readonly DataSheetCheck[]): SheetLine<DataSheetLine>[] {
  return dataSheetLineNames.map((line) => {
    const text = lineText(sheet, line)
    const check = text === null ? undefined : checks.find((each) => each.line === line)
    const mark = text === null ? null : check === undefined ? 'declared' : 'checked'
    const at = check?.checkedAt.toISOString() ?? null
    return { line, title: dataSheetLines[line], mark, text, at, by: check?.checkedBy ?? null }
  })
}
