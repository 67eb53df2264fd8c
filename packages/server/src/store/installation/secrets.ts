import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

export interface SealedSecret {
  name: string
  sealed: Buffer
  updatedAt: Date
}

export function secretsOf(db: Db, installationId: string): Promise<SealedSecret[]> {
  return db
    .selectFrom('secret')
    .select(['name', 'sealed', 'updated_at as updatedAt'])
    .where('installation_id', '=', installationId)
    .orderBy('name')
    .execute()
}

/** The write-only values of all customers of a release: what its containers might write into their output. */
export function secretsOfRelease(
  db: Db,
  releaseId: string,
): Promise<(SealedSecret & { installationId: string; organizationId: string })[]> {
  return db
    .selectFrom('secret')
    .innerJoin('installation', 'installation.id', 'secret.installation_id')
    .select([
      'secret.name as name',
      'secret.sealed as sealed',
      'secret.updated_at as updatedAt',
      'installation.id as installationId',
      'installation.organization_id as organizationId',
    ])
    .where((eb) =>
      eb.or([eb('installation.release_id', '=', releaseId), eb('installation.target_release_id', '=', releaseId)]),
    )
    .execute()
}

/**
 * Changes whenever a secret or variable that a release's containers might print changes. Row versions tell it, so a
 * value that is replaced twice within a millisecond is seen as well.
 */
export async function maskedMark(db: Db, release: { releaseId: string; listingId: string }): Promise<string> {
  const { rows } = await sql<{ mark: string | null }>`
    select md5(string_agg(version, ',' order by version)) as mark from (
      select s.installation_id || ' ' || s.name || ' ' || s.xmin::text as version
      from secret s join installation i on i.id = s.installation_id
      where i.release_id = ${release.releaseId} or i.target_release_id = ${release.releaseId}
      union all
      select v.name || ' ' || v.xmin::text from variable v where v.listing_id = ${release.listingId}
    ) versions`.execute(db)
  return rows[0]?.mark ?? ''
}

/** Stores the value in place of the former one: there is never more than one. */
export async function putSecret(trx: Db, installationId: string, secret: SealedSecret): Promise<void> {
  await trx
    .insertInto('secret')
    .values({
      installation_id: installationId,
      name: secret.name,
      sealed: secret.sealed,
      updated_at: secret.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['installation_id', 'name'])
        .doUpdateSet({ sealed: secret.sealed, updated_at: secret.updatedAt }),
    )
    .execute()
}

export async function eraseSecrets(trx: Db, installationId: string, names?: readonly string[]): Promise<void> {
  if (names?.length === 0) return
  let query = trx.deleteFrom('secret').where('installation_id', '=', installationId)
  if (names !== undefined) query = query.where('name', 'in', [...names])
  await query.execute()
}
