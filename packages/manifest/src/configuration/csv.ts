const DELIMITERS = [',', ';', '\t'] as const

/** The lines of a CSV text as cells, quoted ones included. The delimiter is the one that the first line has most of. */
export function parseCsv(text: string): string[][] {
  const clean = text.startsWith('\uFEFF') ? text.slice(1) : text
  const delimiter = delimiterOf(clean.slice(0, (clean.search(/[\r\n]/) + 1 || clean.length + 1) - 1))
  const lines: string[][] = []
  let line: string[] = []
  let at = 0
  while (at < clean.length) {
    const cell = clean[at] === '"' ? quoted(clean, at) : plain(clean, at, delimiter)
    line.push(cell.text)
    at = cell.end
    if (clean[at] === delimiter) {
      at += 1
      if (at < clean.length) continue
      line.push('')
    }
    if (line.some((one) => one !== '')) lines.push(line)
    line = []
    at += clean.startsWith('\r\n', at) ? 2 : 1
  }
  return lines
}

function delimiterOf(line: string): string {
  const count = (delimiter: string) => line.split(delimiter).length
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best))
}

function plain(text: string, start: number, delimiter: string): { text: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { text: text.slice(start, end).trim(), end }
}

/** A quoted cell; a doubled quote is one. What stands between the closing quote and the delimiter is left out. */
function quoted(text: string, start: number): { text: string; end: number } {
  let value = ''
  let at = start + 1
  for (;;) {
    const close = text.indexOf('"', at)
    if (close < 0) return { text: value + text.slice(at), end: text.length }
    value += text.slice(at, close)
    if (text[close + 1] !== '"') return { text: value, end: close + 1 }
    value += '"'
    at = close + 2
  }
}

/** Rows as CSV, the header first. */
export function formatCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const cell = (value: string) => (/[",;\t\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  return [header, ...rows].map((row) => row.map(cell).join(',')).join('\n')
}
