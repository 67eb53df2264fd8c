import { sql } from 'kysely'

/** Rows about what came in between two moments. */
export interface ErasedSpan {
  from: Date
  to: Date
}

/** Where rows are looked for. */
export interface ErasedScope {
  installationId: string
  /** Null: whenever it came in. */
  span: ErasedSpan | null
  /** Whether only what names somebody goes. */
  named: boolean
}

/** The condition that a moment of a row is in the span. */
export const within = (at: string, span: ErasedSpan | null) =>
  span === null ? sql`true` : sql`${sql.ref(at)} > ${span.from} and ${sql.ref(at)} <= ${span.to}`

/** Trials that ended since: they may have read what was written late. One that began later, too, may name somebody. */
export const trialsSince = ({ span, named }: ErasedScope) => {
  if (span === null) return sql`true`
  return named
    ? sql`trial.ended_at >= ${span.to}`
    : sql`trial.ended_at >= ${span.to} and trial.created_at <= ${span.to}`
}
