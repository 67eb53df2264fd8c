import type pg from 'pg'
import type { Page } from '../../domain/platform/page.ts'
import type { PricingRow } from '../../domain/pricing/pricing-csv.ts'
import type { Db } from '../database/database.ts'
import { byText, type Order, sorted } from '../database/sorted.ts'

export interface NewPricing extends PricingRow {
  organizationId: string
}

/** Keeps a batch. A row that was written before is left alone, so a batch can be sent again. */
export async function insertPricings(pool: pg.Pool, rows: readonly NewPricing[]): Promise<void> {
  await pool.query({
    name: 'insert_pricings',
    text: `insert into pricing (id, installation_id, organization_id, at, release_id, version, release_digest, revision, path, status,
        code, fallback, policy_locator, product, operation, perils, currency)
      select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::int[],
        $9::text[], $10::int[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::jsonb[], $17::text[])
      on conflict do nothing`,
    values: [
      rows.map((row) => row.id),
      rows.map((row) => row.installationId),
      rows.map((row) => row.organizationId),
      rows.map((row) => row.at),
      rows.map((row) => row.releaseId),
      rows.map((row) => row.version),
      rows.map((row) => row.releaseDigest),
      rows.map((row) => row.revision),
      rows.map((row) => row.path),
      rows.map((row) => row.status),
      rows.map((row) => row.code),
      rows.map((row) => row.fallback),
      rows.map((row) => row.policyLocator),
      rows.map((row) => row.product),
      rows.map((row) => row.operation),
      rows.map((row) => JSON.stringify(row.perils)),
      rows.map((row) => row.currency),
    ],
  })
}

export interface PricingFilter {
  installationId: string
  policyLocator?: string | undefined
  product?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const order: Order<'at' | 'product'> = {
  id: 'id',
  newestFirst: true,
  keys: { at: 'id', product: byText('product') },
}

/** Rater calls, newest first, one more than the page holds. */
export function listPricings(db: Db, filter: PricingFilter, page: Page): Promise<PricingRow[]> {
  let query = db
    .selectFrom('pricing')
    .select([
      'id',
      'installation_id as installationId',
      'at',
      'release_id as releaseId',
      'version',
      'release_digest as releaseDigest',
      'revision',
      'path',
      'status',
      'code',
      'fallback',
      'policy_locator as policyLocator',
      'product',
      'operation',
      'currency',
      'perils',
    ])
    .where('installation_id', '=', filter.installationId)
  if (filter.policyLocator !== undefined) query = query.where('policy_locator', '=', filter.policyLocator)
  if (filter.product !== undefined) query = query.where('product', '=', filter.product)
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('at', '<', filter.to)
  return sorted(query, page, order).execute()
}

/** Deletes a small batch of rows older than the moment. */
export async function prunePricings(pool: pg.Pool, before: Date, limit: number): Promise<number> {
  const result = await pool.query(
    'delete from pricing where id in (select id from pricing where at < $1 order by at limit $2)',
    [before, limit],
  )
  return result.rowCount ?? 0
}
