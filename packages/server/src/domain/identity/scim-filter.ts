import { ScimRefusal } from './scim-refusal.ts'

export interface ScimClause {
  /** In lower case; a filter in brackets is left out. */
  attribute: string
  value: string
}

const MAX_CLAUSES = 10
const CLAUSE =
  /^\s*([a-z][a-z0-9.:]{0,99})(?:\[[^\]]{0,200}\])?(\.[a-z]{1,50})?\s+eq\s+("(?:[^"\\]|\\.){0,1000}"|true|false)\s*/i

/** Reads the filters that directories send: equalities, joined by `and`. */
export function parseScimFilter(text: string): ScimClause[] {
  const clauses: ScimClause[] = []
  let rest = text
  for (;;) {
    const match = CLAUSE.exec(rest)
    if (match === null || clauses.length === MAX_CLAUSES) throw unreadable()
    const [whole, attribute = '', part = '', value = ''] = match
    clauses.push({ attribute: `${attribute}${part}`.toLowerCase(), value: literal(value) })
    rest = rest.slice(whole.length)
    if (rest === '') return clauses
    const and = /^and\s+/i.exec(rest)
    if (and === null) throw unreadable()
    rest = rest.slice(and[0].length)
  }
}

const unreadable = () =>
  new ScimRefusal(400, 'Filters are equalities joined by and, such as userName eq "ann@example.com".', 'invalidFilter')

function literal(value: string): string {
  if (!value.startsWith('"')) return value.toLowerCase()
  try {
    return String(JSON.parse(value))
  } catch {
    throw unreadable()
  }
}
