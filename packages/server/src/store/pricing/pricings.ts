import type pg from 'pg'
import type { Page } from '../../domain/platform/page.ts'
import type { PricingRow } from '../../domain/pricing/pricing-csv.ts'
import { batchInsert, int, jsonb, text, time } from '../database/batch-insert.ts'
import type { Db } from '../database/database.ts'
import { byText, type Order, sorted } from '../database/sorted.ts'

export interface NewPricing extends PricingRow {
  organizationId: string
}

/** Keeps a batch. A row that was written before is left alone, so a batch can be sent again. */
export const insertPricings = batchInsert<'pricing', NewPricing>(
  'pricing',
  {
    id: text((row) => row.id),
    installation_id: text((row) => row.installationId),
    organization_id: text((row) => row.organizationId),
    at: time((row) => row.at),
    release_id: text((row) => row.releaseId),
    version: text((row) => row.version),
    release_digest: text((row) => row.releaseDigest),
    revision: int((row) => row.revision),
    path: text((row) => row.path),
    status: int((row) => row.status),
    code: text((row) => row.code),
    fallback: text((row) => row.fallback),
    policy_locator: text((row) => row.policyLocator),
    product: text((row) => row.product),
    operation: text((row) => row.operation),
    perils: jsonb((row) => JSON.stringify(row.perils)),
    currency: text((row) => row.currency),
  },
  { ifPresent: 'on conflict do nothing' },
)

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
