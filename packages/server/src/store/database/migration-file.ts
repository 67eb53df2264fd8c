/** The statements of a file, without comments, in one line each and small letters. Quoted bodies of functions stay together. */
export function statementsOf(sql: string): string[] {
  const statements: string[] = []
  let current = ''
  let rest = sql
  while (rest !== '') {
    const next =
      /^(?:--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[\s\S])/.exec(rest)?.[0] ?? rest
    rest = rest.slice(next.length)
    if (next === ';') {
      statements.push(current)
      current = ''
    } else current += next.startsWith('--') || next.startsWith('/*') ? ' ' : next
  }
  return [...statements, current].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
}

export interface MigrationMarks {
  /** Runs statement by statement, each by itself: for `create index concurrently`. */
  outsideTransaction: boolean
  /** Fills rows of big tables, some at a time. */
  inBatches: boolean
  /** Why the former release cannot go on after it; null when it can. */
  breaking: string | null
  /** Rules that the author looked at, with the reason why they do no harm here. */
  allowed: ReadonlyMap<string, string>
}

/**
 * Marks are comments of their own at the start of a line: `-- outside transaction`, `-- in batches`, `-- breaking: why`,
 * `-- allow <rule>: why`.
 */
export function marksOf(sql: string): MigrationMarks {
  const lines = sql.split('\n').map((line) => line.trim())
  const allowed = lines.flatMap((line) => {
    const [, rule, reason] = /^-- allow ([a-z-]+): (\S.*)$/.exec(line) ?? []
    return rule === undefined || reason === undefined ? [] : [[rule, reason] as const]
  })
  return {
    outsideTransaction: lines.includes('-- outside transaction'),
    inBatches: lines.includes('-- in batches'),
    breaking: lines.flatMap((line) => /^-- breaking: (\S.*)$/.exec(line)?.[1] ?? []).at(0) ?? null,
    allowed: new Map(allowed),
  }
}

/** Migrations that fill rows and were there before the mark: a file that was applied is not changed. */
const FILLS_UNMARKED: ReadonlySet<number> = new Set([229])

/** Whether a migration fills rows some at a time. */
export function runsInBatches({ number, sql }: { number: number; sql: string }): boolean {
  return marksOf(sql).inBatches || FILLS_UNMARKED.has(number)
}
