import type { Advisory } from '../../domain/material/advisory.ts'
import type { AdvisoryData } from '../../domain/material/knowledge.ts'
import { ecosystemBase } from '../../domain/material/versions/version-order.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** Adds or replaces advisories. Of packages in other ecosystems than the given ones what is there stays. */
export async function putAdvisories(
  trx: Trx,
  advisories: readonly Advisory[],
  bases: readonly string[],
): Promise<void> {
  if (advisories.length === 0) return
  await trx
    .insertInto('advisory')
    .values(
      advisories.map((each) => ({
        id: each.id,
        summary: each.summary,
        severity: each.severity,
        score: each.score,
        aliases: JSON.stringify(each.aliases),
        withdrawn_at: each.withdrawnAt,
        published_at: each.publishedAt,
        modified_at: each.modifiedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        summary: eb.ref('excluded.summary'),
        severity: eb.ref('excluded.severity'),
        score: eb.ref('excluded.score'),
        aliases: eb.ref('excluded.aliases'),
        withdrawn_at: eb.ref('excluded.withdrawn_at'),
        published_at: eb.ref('excluded.published_at'),
        modified_at: eb.ref('excluded.modified_at'),
      })),
    )
    .execute()
  const ids = advisories.map(({ id }) => id)
  await trx
    .deleteFrom('advisory_affected')
    .where('advisory_id', 'in', ids)
    .where('ecosystem_base', 'in', [...bases])
    .execute()
  const rows = advisories.flatMap(({ id, affected }) =>
    affected
      .filter(({ ecosystem }) => bases.includes(ecosystemBase(ecosystem)))
      .map((each, number) => ({
        advisory_id: id,
        number,
        ecosystem: each.ecosystem,
        ecosystem_base: ecosystemBase(each.ecosystem),
        package: each.package,
        ranges: JSON.stringify(each.ranges),
        versions: JSON.stringify(each.versions),
      })),
  )
  for (let at = 0; at < rows.length; at += BATCH)
    await trx
      .insertInto('advisory_affected')
      .values(rows.slice(at, at + BATCH))
      .execute()
}

const BATCH = 1_000

/** Forgets what was known of an ecosystem, or of one release of a distribution: its archive is about to be imported whole. */
export async function forgetEcosystem(trx: Trx, ecosystem: string): Promise<void> {
  const isRelease = ecosystem !== ecosystemBase(ecosystem)
  await trx
    .deleteFrom('advisory_affected')
    .where(isRelease ? 'ecosystem' : 'ecosystem_base', '=', ecosystem)
    .execute()
  await trx
    .deleteFrom('advisory_data')
    .where((eb) => eb.or([eb('ecosystem', '=', ecosystem), eb('ecosystem', 'like', `${ecosystem}:%`)]))
    .execute()
}

/** Removes advisories that are about nothing any more. */
export async function deleteEmptyAdvisories(trx: Trx): Promise<void> {
  await trx
    .deleteFrom('advisory')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('advisory_affected').select('number').whereRef('advisory_id', '=', 'advisory.id'))),
    )
    .execute()
}

export async function putAdvisoryData(trx: Trx, row: AdvisoryData): Promise<void> {
  const values = { advisories: row.advisories, newest_at: row.newestAt, imported_at: row.importedAt }
  await trx
    .insertInto('advisory_data')
    .values({ ecosystem: row.ecosystem, ...values })
    .onConflict((conflict) => conflict.column('ecosystem').doUpdateSet(values))
    .execute()
}

export function advisoryData(db: Db): Promise<AdvisoryData[]> {
  return db
    .selectFrom('advisory_data')
    .select(['ecosystem', 'advisories', 'newest_at as newestAt', 'imported_at as importedAt'])
    .orderBy('ecosystem')
    .execute()
}
