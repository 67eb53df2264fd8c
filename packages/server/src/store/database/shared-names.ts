import { marksOf, statementsOf } from './migration-file.ts'

interface Migration {
  number: number
  name: string
  sql: string
}

const RULE = 'shared-name'

/**
 * Columns that migrations after `after` add under a name that another table has already. A statement of the former release that joins both tables
 * and does not say which one it means worked while one of them had the name; from then on it is ambiguous and fails.
 */
export function sharedNameProblems(migrations: readonly Migration[], { after }: { after: number }): string[] {
  const tables = new Map<string, Set<string>>()
  const problems: string[] = []
  for (const { number, name, sql } of migrations) {
    const { allowed, breaking } = marksOf(sql)
    for (const { table, column, isNew } of columnsOf(sql)) {
      const having = tables.get(column) ?? new Set()
      const others = [...having].filter((one) => one !== table)
      if (number > after && !isNew && others.length > 0 && !allowed.has(RULE) && breaking === null)
        problems.push(
          `${String(number).padStart(4, '0')}_${name}.sql: ${RULE}: ${table} gets the column ${column}, which ${others.slice(0, 3).join(', ')} ${others.length === 1 ? 'has' : 'have'} too. Statements of the former release that join them without naming the table fail. Look for such statements and take another name, or say why there are none: "-- allow ${RULE}: why".`,
        )
      tables.set(column, having.add(table))
    }
  }
  return problems
}

interface NewColumn {
  table: string
  column: string
  isNew: boolean
}

/** The columns that a migration makes; `isNew` where the table is new as well. */
function columnsOf(sql: string): NewColumn[] {
  return statementsOf(sql.toLowerCase()).flatMap((statement): NewColumn[] => {
    const [, made, body] = /^create table (?:if not exists )?([\w.]+) ?\((.*)\)/.exec(statement) ?? []
    if (made !== undefined) return columnsIn(body ?? '').map((column) => ({ table: made, column, isNew: true }))
    const [, table] = /^alter table (?:if exists |only )*([\w.]+)/.exec(statement) ?? []
    if (table === undefined) return []
    const added = statement.matchAll(/\badd column (?:if not exists )?(\w+)/g)
    return [...added].map(([, column = '']) => ({ table, column, isNew: false }))
  })
}

const CONSTRAINT = /^(constraint|primary|unique|check|foreign|exclude|like)\b/

/** Names at the begin of each part of a table's body; commas inside of brackets and texts separate nothing. */
function columnsIn(body: string): string[] {
  const flat = body.replace(/'(?:[^']|'')*'/g, "''")
  const parts: string[] = []
  let depth = 0
  let current = ''
  for (const letter of flat) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) {
      parts.push(current)
      current = ''
    } else current += letter
  }
  return [...parts, current]
    .map((part) => part.trim())
    .filter((part) => part !== '' && !CONSTRAINT.test(part))
    .map((part) => /^\w+/.exec(part)?.[0] ?? part)
}
