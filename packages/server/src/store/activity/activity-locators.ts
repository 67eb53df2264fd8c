import { type RawBuilder, sql } from 'kysely'
import type { FoundLocator, LocatorKind } from '../../domain/activity/locators.ts'
import type { Page } from '../../domain/platform/page.ts'
import { firstPartAt } from '../../lib/ids.ts'
import { batchInsert, text } from '../database/batch-insert.ts'
import type { Db } from '../database/database.ts'
import { beginning, type Order, sorted } from '../database/sorted.ts'

export interface ActivityLocator {
  organizationId: string
  installationId: string
  entryId: string
  kind: LocatorKind
  locator: string
}

const placeOf = (entryId: string) => entryId.slice(entryId.indexOf('_') + 1)

/** Keeps a batch. What is there already stays, so a batch can be sent again. */
export const insertLocators = batchInsert<'activity_locator', ActivityLocator>(
  'activity_locator',
  {
    organization_id: text((row) => row.organizationId),
    locator: text((row) => row.locator),
    place: text((row) => placeOf(row.entryId)),
    entry_id: text((row) => row.entryId),
    installation_id: text((row) => row.installationId),
    kind: text((row) => row.kind),
  },
  { ifPresent: 'on conflict do nothing' },
)

/** The locators of these entries, by entry. */
export async function locatorsOf(db: Db, entryIds: readonly string[]): Promise<Map<string, FoundLocator[]>> {
  const found = new Map<string, FoundLocator[]>()
  if (entryIds.length === 0) return found
  const rows = await db
    .selectFrom('activity_locator')
    .select(['entry_id as entryId', 'kind', 'locator'])
    .where('entry_id', 'in', entryIds)
    // The policy first: it is what people look for.
    .orderBy(sql`kind <> 'policy'`)
    .orderBy('kind')
    .orderBy('locator')
    .execute()
  for (const { entryId, kind, locator } of rows) found.set(entryId, [...(found.get(entryId) ?? []), { kind, locator }])
  return found
}

export interface KnownPolicy {
  locator: string
  /** The places of its first and its last entry. */
  first: string
  last: string
  entries: number
  installations: number
}

/** The latest entries among which the policies of an organization are looked for when they are sorted by time. */
const LATEST = 5_000

/** Both orders end in something that no two policies share: the locator, or the place of the last entry with it. */
const orders: Record<'locator' | 'lastAt', Order<'locator' | 'lastAt'>> = {
  locator: { id: 'locator', newestFirst: false, keys: { locator: 'id', lastAt: 'id' } },
  lastAt: { id: sql`last || ':' || locator`, newestFirst: true, keys: { locator: 'id', lastAt: 'id' } },
}

/** How the cursor of a list of policies names a row. */
export function policyPlace(page: Page, policy: KnownPolicy): string {
  return page.sort?.by === 'locator' ? policy.locator : `${policy.last}:${policy.locator}`
}

/** Policies that applications of an organization had to do with, one more than the page holds. */
export function listPolicies(
  db: Db,
  organizationId: string,
  q: string | undefined,
  page: Page,
): Promise<KnownPolicy[]> {
  const by = page.sort?.by === 'locator' ? 'locator' : 'lastAt'
  let rows = db.selectFrom('activity_locator').selectAll().where('organization_id', '=', organizationId)
  if (q !== undefined) rows = rows.where('locator', 'like', beginning(q))
  if (by === 'lastAt') rows = rows.orderBy('place', 'desc').limit(LATEST)
  const policies = db
    .selectFrom(rows.as('entry'))
    .select([
      'locator',
      sql<string>`min(place)`.as('first'),
      sql<string>`max(place)`.as('last'),
      sql<number>`count(distinct entry_id)::int`.as('entries'),
      sql<number>`count(distinct installation_id)::int`.as('installations'),
    ])
    .where('kind', '=', 'policy')
    .groupBy('locator')
  return sorted(db.selectFrom(policies.as('policy')).selectAll(), page, orders[by]).execute()
}

/** The ids of the entries that concern a locator. */
export function entriesAbout(organizationId: RawBuilder<unknown>, locator: string): RawBuilder<unknown> {
  return sql`select entry_id from activity_locator where organization_id = ${organizationId} and locator = ${locator}`
}

/** Forgets what an installation had to do with these locators, up to a moment; without locators everything. */
export async function eraseLocators(
  db: Db,
  {
    organizationId,
    installationId,
    until,
  }: { organizationId: string; installationId: string; until?: Date | undefined },
  locators: readonly string[] | null,
): Promise<void> {
  let query = db
    .deleteFrom('activity_locator')
    .where('organization_id', '=', organizationId)
    .where('installation_id', '=', installationId)
  if (locators !== null) query = query.where('locator', 'in', [...locators])
  if (until !== undefined) query = query.where('place', '<', firstPartAt(new Date(until.getTime() + 1)))
  await query.execute()
}

/** Forgets what these entries are about. */
export async function eraseLocatorsOf(db: Db, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length > 0)
    await db
      .deleteFrom('activity_locator')
      .where('entry_id', 'in', [...entryIds])
      .execute()
}
