import { isCleanText, isObject, own, setOwn } from '../json/text.ts'
import { limits, type Setting, type TableColumn } from '../manifest.ts'
import { formatCsv, parseCsv } from './csv.ts'
import { parseBoolean, parseNumber } from './scalar.ts'

export type TableCell = string | number | boolean
export type TableRow = Record<string, TableCell>

export type ParsedTable = { rows: TableRow[] } | { wrong: string }

/** A table as it is given: JSON, an array of objects; or CSV whose first line names the columns. */
export function parseTable(setting: Setting, text: string): ParsedTable {
  const given = text.trimStart().startsWith('[') ? fromJson(text) : fromCsv(setting, text)
  if ('wrong' in given) return given
  if (given.rows.length > limits.tableRows)
    return { wrong: `the table has ${given.rows.length} rows; at most ${limits.tableRows} are allowed.` }
  const rows: TableRow[] = []
  for (const [index, row] of given.rows.entries()) {
    const read = readRow(setting, row)
    if (typeof read === 'string') return { wrong: `row ${index + 1}: ${read}` }
    rows.push(read)
  }
  return { rows }
}

/** The rows as CSV, for an editor or a file. */
export function tableToCsv(setting: Setting, rows: readonly TableRow[]): string {
  const names = (setting.columns ?? []).map(({ name }) => name)
  return formatCsv(
    names,
    rows.map((row) => names.map((name) => String(own(row, name) ?? ''))),
  )
}

type Given = { rows: unknown[] } | { wrong: string }

function fromJson(text: string): Given {
  try {
    const rows: unknown = JSON.parse(text)
    return Array.isArray(rows) ? { rows } : { wrong: 'the value is not a list of rows.' }
  } catch {
    return { wrong: 'the value is neither JSON nor CSV.' }
  }
}

function fromCsv(setting: Setting, text: string): Given {
  const [header = [], ...lines] = parseCsv(text)
  const columns = header.map((word) => columnOf(setting, word))
  const unknown = columns.indexOf(undefined)
  if (unknown >= 0) return { wrong: `${named(header[unknown] ?? '')} is no column: ${columnNames(setting)}.` }
  const long = lines.findIndex((line) => line.length > header.length)
  if (long >= 0) return { wrong: `row ${long + 1} has more cells than the first line has names.` }
  const rows = lines.map((line) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      if (column !== undefined && line[index] !== undefined) setOwn(row, column.name, line[index])
    }
    return row
  })
  return { rows }
}

/** People write the title that they see; programs the name. */
function columnOf({ columns = [] }: Setting, word: string): TableColumn | undefined {
  return columns.find(({ name }) => name === word) ?? columns.find(({ title }) => title === word)
}

function readRow(setting: Setting, row: unknown): TableRow | string {
  if (!isObject(row)) return 'a row is an object of columns and values.'
  const { columns = [] } = setting
  for (const name of Object.keys(row)) {
    if (!columns.some((column) => column.name === name)) return `${named(name)} is no column: ${columnNames(setting)}.`
  }
  const read: TableRow = {}
  for (const column of columns) {
    const value = own(row, column.name)
    if (value === undefined || value === null || value === '') {
      if (column.required === true) return `${column.title} is required.`
      continue
    }
    const cell = readCell(column, value)
    if (cell === undefined) return `${column.title} is not ${kinds[column.type]}.`
    setOwn(read, column.name, cell)
  }
  return read
}

const kinds = { Text: 'a text', Number: 'a number', Boolean: 'true or false' } as const

function readCell({ type }: TableColumn, value: unknown): TableCell | undefined {
  if (type === 'Number') return parseNumber(value)
  if (type === 'Boolean') return parseBoolean(value)
  return typeof value === 'string' && isCleanText(value) ? value : undefined
}

function columnNames({ columns = [] }: Setting): string {
  return `the columns are ${columns.map(({ name }) => name).join(', ')}`
}

function named(word: string): string {
  return JSON.stringify(word.slice(0, 40))
}
