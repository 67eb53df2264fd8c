import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { type ErasedScope, type ErasedSpan, trialsSince, within } from './erased-scope.ts'
import type { SealedRow } from './erasures.ts'

/** Documents about many calls: what names somebody is taken out of them, and the rest stays. */
export type RewrittenKind = 'shadowCalls' | 'trialReports'

/** A batch is written seconds after its calls came in; what names nobody of it stays. */
const BATCH_LAG_MS = 30_000
const batchesOf = (span: ErasedSpan | null, named: boolean) => {
  if (span === null) return sql`true`
  return named
    ? sql`at > ${span.from}`
    : within('at', { from: span.from, to: new Date(span.to.getTime() + BATCH_LAG_MS) })
}

const documents: Record<
  RewrittenKind,
  (scope: ErasedScope, after: string, limit: number) => ReturnType<typeof sql<SealedRow>>
> = {
  shadowCalls: ({ installationId, span, named }, after, limit) => sql<SealedRow>`
    select id, organization_id as "organizationId", sealed, '' as part from shadow_batch
    where installation_id = ${installationId} and id > ${after} and ${batchesOf(span, named)} order by id limit ${limit}`,
  trialReports: (scope, after, limit) => sql<SealedRow>`
    select id, organization_id as "organizationId", report as sealed, '' as part from trial
    where installation_id = ${scope.installationId} and id > ${after} and report is not null and ${trialsSince(scope)} order by id limit ${limit}`,
}

/** Some documents of a kind after another one. */
export async function sealedDocuments(
  db: Db,
  kind: RewrittenKind,
  scope: ErasedScope,
  after: string,
  limit: number,
): Promise<SealedRow[]> {
  return (await documents[kind](scope, after, limit).execute(db)).rows
}

const rewrites: Record<
  RewrittenKind,
  (row: SealedRow, left: { sealed: Buffer; calls: number } | null) => ReturnType<typeof sql>
> = {
  trialReports: ({ id, sealed }, left) =>
    sql`update trial set report = ${left?.sealed ?? null} where id = ${id} and report = ${sealed}`,
  shadowCalls: ({ id, sealed }, left) =>
    left === null
      ? sql`delete from shadow_batch where id = ${id} and sealed = ${sealed}`
      : sql`update shadow_batch set sealed = ${left.sealed}, calls = ${left.calls} where id = ${id} and sealed = ${sealed}`,
}

/** Replaces a document by what is left of it; null removes it. False: another erasure rewrote it meanwhile. */
export async function rewriteDocument(
  db: Db,
  kind: RewrittenKind,
  row: SealedRow,
  left: { sealed: Buffer; calls: number } | null,
): Promise<boolean> {
  const { numAffectedRows } = await rewrites[kind](row, left).execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
