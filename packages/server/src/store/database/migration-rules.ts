import { bigTables } from './hot-tables.ts'
import { batchTable } from './migration-batches.ts'
import { marksOf, runsInBatches, statementsOf } from './migration-file.ts'

/**
 * What a migration may do while the former release still runs beside the new one (expand, then contract), and without stopping the requests of others.
 * `breaks`: the former release may fail on the new schema. `blocks`: the statement holds a lock for as long as the table is large.
 */
export interface Hazard {
  rule: HazardRule
  harm: 'breaks' | 'blocks'
  statement: string
}

export type HazardRule =
  | 'drop-table'
  | 'drop-column'
  | 'rename'
  | 'change-type'
  | 'set-not-null'
  | 'required-column'
  | 'drop-key'
  | 'unvalidated-constraint'
  | 'index-locks'
  | 'key-locks'
  | 'fills-at-once'

const rules: readonly { rule: HazardRule; harm: Hazard['harm']; found(statement: string): boolean }[] = [
  { rule: 'drop-table', harm: 'breaks', found: (text) => /^drop (table|view|schema)\b/.test(text) },
  { rule: 'drop-column', harm: 'breaks', found: (text) => /^alter table\b.*\bdrop column\b/.test(text) },
  { rule: 'rename', harm: 'breaks', found: (text) => /^alter (table|view|index|type)\b.*\brename\b/.test(text) },
  {
    rule: 'change-type',
    harm: 'breaks',
    found: (text) => /^alter table\b.*\balter (column )?\w+ (set data )?type\b/.test(text),
  },
  {
    rule: 'set-not-null',
    harm: 'breaks',
    found: (text) => /^alter table\b.*\balter (column )?\w+ set not null\b/.test(text),
  },
  { rule: 'required-column', harm: 'breaks', found: addsRequiredColumn },
  {
    rule: 'drop-key',
    harm: 'breaks',
    found: (text) => /^alter table\b.*\bdrop constraint (if exists )?\w+_p?key\b/.test(text),
  },
  {
    rule: 'unvalidated-constraint',
    harm: 'blocks',
    found: (text) =>
      isOnBigTable(text) && /\badd constraint \w+ (check|foreign key)\b/.test(text) && !/\bnot valid\b/.test(text),
  },
  {
    rule: 'index-locks',
    harm: 'blocks',
    found: (text) => {
      const made = /^create (?:unique )?index (concurrently )?(?:if not exists )?\w* ?on (?:only )?(\w+)/.exec(text)
      return made !== null && made[1] === undefined && bigTables.has(made[2] ?? '')
    },
  },
  {
    rule: 'key-locks',
    harm: 'blocks',
    found: (text) => isOnBigTable(text) && /\badd (constraint \w+ )?(primary key|unique) ?\(/.test(text),
  },
  {
    rule: 'fills-at-once',
    harm: 'blocks',
    found: (text) => bigTables.has(/^(?:update|delete from) (?:only )?(\w+)/.exec(text)?.[1] ?? ''),
  },
]

function isOnBigTable(text: string): boolean {
  return bigTables.has(/^alter table (?:if exists )?(?:only )?(\w+)/.exec(text)?.[1] ?? '')
}

/** The former release inserts rows without the column. */
function addsRequiredColumn(text: string): boolean {
  if (!text.startsWith('alter table')) return false
  return text
    .split(/\badd column\b/)
    .slice(1)
    .some((column) => /\bnot null\b/.test(column) && !/\b(default|generated)\b/.test(column))
}

export function hazardsOf(sql: string): Hazard[] {
  const made = new Set<string>()
  return statementsOf(sql).flatMap((written) => {
    const statement = written.toLowerCase()
    const table = /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1]
    if (table !== undefined) made.add(table)
    const on = /^(?:alter table|create (?:unique )?index .*? on) (?:if exists |only )*(\w+)/.exec(statement)?.[1]
    // Nobody uses a table yet that the same migration makes.
    if (on !== undefined && made.has(on)) return []
    return rules.filter(({ found }) => found(statement)).map(({ rule, harm }) => ({ rule, harm, statement }))
  })
}

/** Whether processes of the former release can go on, and start, after this migration ran. */
export function isCompatible(sql: string): boolean {
  const { breaking, allowed } = marksOf(sql)
  return breaking === null && hazardsOf(sql).every(({ harm, rule }) => harm === 'blocks' || allowed.has(rule))
}

/** What is wrong with a migration, as sentences; empty when it may be landed. */
export function migrationProblems({ number, sql }: { number: number; sql: string }): string[] {
  const { breaking, allowed, outsideTransaction } = marksOf(sql)
  const inBatches = runsInBatches({ number, sql })
  const unexplained = hazardsOf(sql).filter(
    ({ rule, harm }) =>
      !allowed.has(rule) && !(harm === 'breaks' && breaking !== null) && !(rule === 'fills-at-once' && inBatches),
  )
  const problems = unexplained.map(
    ({ rule, harm, statement }) =>
      `${rule}: "${statement.slice(0, 80)}" ${harm === 'breaks' ? 'breaks the former release' : 'locks a big table while it runs'}. ${advice[rule]} If it does no harm here, say why: "-- allow ${rule}: why".`,
  )
  const concurrent = statementsOf(sql).filter((text) => /\bconcurrently\b/i.test(text))
  if (concurrent.length > 0 && !outsideTransaction)
    problems.push('A file with "concurrently" needs the line "-- outside transaction".')
  if (outsideTransaction && statementsOf(sql).some((text) => !repeatable.test(text)))
    problems.push(
      'A file outside a transaction may stop in the middle and run again: it may only hold "create index concurrently if not exists", "drop index concurrently if exists" and "alter table … validate constraint".',
    )
  if (inBatches && statementsOf(sql).some((text) => batchTable(text) === undefined))
    problems.push(
      'A file in batches may only hold "update <table> set … where …" and "delete from <table> where …" that find nothing more to do when they run again.',
    )
  return problems
}

const repeatable =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \w+ validate constraint) /i

const advice: Record<HazardRule, string> = {
  'drop-table': 'Stop using it in one release, drop it in the next.',
  'drop-column': 'Stop using it in one release, drop it in the next.',
  rename: 'Add the new name, fill both, and drop the old one a release later.',
  'change-type': 'Add a column of the new type, fill both, and drop the old one a release later.',
  'set-not-null': 'Add "check (column is not null) not valid", validate it in a later migration, then set not null.',
  'required-column': 'Give the column a default, or let it be null.',
  'drop-key':
    'The former release may name its columns in "on conflict": keep a unique index over them, and drop it a release later.',
  'unvalidated-constraint': 'Add it "not valid" and validate it in a migration outside a transaction.',
  'index-locks': 'Use "create index concurrently if not exists" in a file with the line "-- outside transaction".',
  'fills-at-once': 'Put it into a file of its own with the line "-- in batches".',
  'key-locks': 'Make its index concurrently in a file before, then add the key "using index".',
}
