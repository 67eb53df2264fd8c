import { plainText } from '@mkt/contract/text'

/** Rows in aligned columns; nothing at all says so in words. */
export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
  empty: string,
): string[] {
  if (rows.length === 0) return [empty]
  const cells = [head, ...rows].map((row) => row.map((cell) => oneLine(String(cell ?? '-'))))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Widths count what is shown: no escape sequences, and a cell is one line. */
function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, (gap) => (gap.includes('\n') ? ' ' : gap))
}

/** Names and values below each other. */
export function facts(pairs: readonly (readonly [string, string | number | boolean | null | undefined])[]): string[] {
  const shown = pairs.filter(([, value]) => value !== undefined && value !== null && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${String(value)}`)
}
