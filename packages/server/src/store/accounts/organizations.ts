import type { Role } from '@mkt/contract/api'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byText, containing, type Order, sorted } from '../database/sorted.ts'

export interface Organization {
  id: string
  name: string
  title: string
  createdAt: Date
  disabledAt: Date | null
}

const columns = ['id', 'name', 'title', 'created_at as createdAt', 'disabled_at as disabledAt'] as const

/** Finds an organization by id or name. Ids have an underscore, names never do. */
export function findOrganization(db: Db, idOrName: string): Promise<Organization | undefined> {
  return db
    .selectFrom('organization')
    .select(columns)
    .where(idOrName.includes('_') ? 'id' : 'name', '=', idOrName)
    .executeTakeFirst()
}

/** Adds an organization; false when the name is taken. */
export async function insertOrganization(
  db: Db,
  row: { id: string; name: string; title: string; now: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('organization')
    .values({ id: row.id, name: row.name, title: row.title, created_at: row.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function retitleOrganization(db: Db, id: string, title: string): Promise<void> {
  await db.updateTable('organization').set({ title }).where('id', '=', id).execute()
}

/** The organization, locked until the transaction ends. */
export function lockOrganization(trx: Db, id: string): Promise<Organization | undefined> {
  return trx.selectFrom('organization').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function setOrganizationDisabled(
  db: Db,
  id: string,
  at: Date | null,
  reason: string | null,
): Promise<void> {
  await db.updateTable('organization').set({ disabled_at: at, disabled_reason: reason }).where('id', '=', id).execute()
}

const order: Order<'name' | 'title' | 'createdAt'> = {
  id: 'id',
  newestFirst: false,
  keys: { name: byText('name'), title: byText('title'), createdAt: 'id' },
}

/** Organizations, all of them or those of one person. */
export function listOrganizations(
  db: Db,
  filter: { ids: readonly string[] | null; q: string | null; disabled?: boolean | undefined },
  page: Page,
): Promise<Organization[]> {
  let query = db.selectFrom('organization').select(columns)
  if (filter.ids !== null) query = query.where('id', 'in', filter.ids.length === 0 ? [''] : [...filter.ids])
  if (filter.disabled !== undefined) query = query.where('disabled_at', filter.disabled ? 'is not' : 'is', null)
  if (filter.q !== null) {
    const pattern = containing(filter.q)
    query = query.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('title', 'ilike', pattern)]))
  }
  return sorted(query, page, order).execute()
}

export async function insertMember(
  db: Db,
  row: { organizationId: string; personId: string; role: Role; now: Date },
): Promise<boolean> {
  const result = await db
    .insertInto('member')
    .values({ organization_id: row.organizationId, person_id: row.personId, role: row.role, created_at: row.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
