import type { Mapping, SecretMark } from '@mkt/manifest'
import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { containing, type Order, sorted } from '../database/sorted.ts'

export interface Configuration {
  revision: number
  releaseId: string
  releaseVersion: string | null
  settings: Record<string, string>
  mappings: Mapping[]
  marks: Record<string, SecretMark>
  restoredFrom: number | null
  createdBy: string
  createdAt: Date
}

function configurations(db: Db, installationId: string) {
  return db
    .selectFrom('configuration')
    .leftJoin('release', 'release.id', 'configuration.release_id')
    .select([
      'configuration.revision as revision',
      'configuration.release_id as releaseId',
      'release.version as releaseVersion',
      'configuration.settings as settings',
      'configuration.mappings as mappings',
      'configuration.marks as marks',
      'configuration.restored_from as restoredFrom',
      'configuration.created_by_label as createdBy',
      'configuration.created_at as createdAt',
    ])
    .where('configuration.installation_id', '=', installationId)
}

export function configurationAt(db: Db, installationId: string, revision: number): Promise<Configuration | undefined> {
  return configurations(db, installationId).where('configuration.revision', '=', revision).executeTakeFirst()
}

const order: Order<'revision'> = {
  id: 'configuration.revision',
  numbered: true,
  newestFirst: true,
  keys: { revision: 'id' },
}

/** Revisions, newest first; narrowed to those whose author, or the version they were written for, contains the words. */
export function configurationsOf(db: Db, installationId: string, page: Page, q?: string): Promise<Configuration[]> {
  let query = configurations(db, installationId)
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) =>
      eb.or([eb('configuration.created_by_label', 'ilike', found), eb('release.version', 'ilike', found)]),
    )
  }
  return sorted(query, page, order).execute()
}

/** What was done to secrets in the revisions after one up to another, oldest first. */
export async function marksBetween(
  db: Db,
  installationId: string,
  after: number,
  upTo: number,
): Promise<Configuration['marks'][]> {
  const rows = await db
    .selectFrom('configuration')
    .select('marks')
    .where('installation_id', '=', installationId)
    .where('revision', '>', after)
    .where('revision', '<=', upTo)
    .orderBy('revision')
    .execute()
  return rows.map((row) => row.marks)
}

export async function insertConfiguration(
  trx: Db,
  row: {
    installationId: string
    revision: number
    releaseId: string
    settings: Record<string, string>
    mappings: readonly Mapping[]
    marks: Record<string, SecretMark>
    restoredFrom: number | null
    actor: { kind: string; id: string; label: string }
    now: Date
  },
): Promise<void> {
  await trx
    .insertInto('configuration')
    .values({
      installation_id: row.installationId,
      revision: row.revision,
      release_id: row.releaseId,
      settings: JSON.stringify(row.settings),
      mappings: JSON.stringify(row.mappings),
      marks: JSON.stringify(row.marks),
      restored_from: row.restoredFrom,
      created_by_kind: row.actor.kind,
      created_by_id: row.actor.id,
      created_by_label: row.actor.label,
      created_at: row.now,
    })
    .execute()
}

/** Removes the oldest revisions beyond the share of an installation. The newest always stays. */
export async function pruneConfigurations(
  trx: Db,
  installationId: string,
  most: { revisions: number; bytes: number },
): Promise<void> {
  // The size as stored is known without reading the values.
  await sql`delete from configuration where installation_id = ${installationId} and revision in (
    select revision from (
      select revision, row_number() over newest as place,
        sum(pg_column_size(settings) + pg_column_size(mappings)) over newest as bytes
      from configuration where installation_id = ${installationId} window newest as (order by revision desc)
    ) as kept where place > 1 and (place > ${most.revisions} or bytes > ${most.bytes}))`.execute(trx)
}

/** Takes values out of every revision: a release made their settings write-only. */
export async function eraseFromRevisions(trx: Db, installationId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await sql`update configuration set settings = settings - ${[...names]}::text[]
    where installation_id = ${installationId}`.execute(trx)
}
