import type { RegistrationState } from '@mkt/contract/states'
import type { Manifest, Mapping, Variant } from '@mkt/manifest'
import { sql } from 'kysely'
import type { Page } from '../../domain/platform/page.ts'
import type { WantedRegistration } from '../../domain/registration/registration.ts'
import type { Db } from '../database/database.ts'
import { byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'
import type { Repair } from '../database/tables/tenants.ts'

/** How many differences are remembered. */
const KEPT = 50

export interface Registration {
  installationId: string
  organizationId: string
  tenantId: string
  routeId: string
  state: RegistrationState
  wanted: WantedRegistration
  sealed: Buffer
  difference: Repair[]
  failure: string | null
  checkedAt: Date | null
  /** When it last had its turn in a sweep, or was changed. */
  updatedAt: Date
  /** When the policy system declined to report to the platform itself. */
  reportsDeclinedAt: Date | null
}

function registrations(db: Db) {
  return db
    .selectFrom('registration')
    .select([
      'registration.installation_id as installationId',
      'registration.organization_id as organizationId',
      'registration.tenant_id as tenantId',
      'registration.state as state',
      'registration.wanted as wanted',
      'registration.sealed as sealed',
      'registration.difference as difference',
      'registration.failure as failure',
      'registration.checked_at as checkedAt',
      'registration.updated_at as updatedAt',
      'registration.reports_declined_at as reportsDeclinedAt',
      sql<string>`(select route_id from installation where installation.id = registration.installation_id)`.as(
        'routeId',
      ),
    ])
}

export function registrationOf(db: Db, installationId: string): Promise<Registration | undefined> {
  return registrations(db).where('installation_id', '=', installationId).executeTakeFirst()
}

/** Those that were looked at least recently come first. */
export function registrationsOfTenant(db: Db, tenantId: string): Promise<Registration[]> {
  return registrations(db)
    .where('tenant_id', '=', tenantId)
    .orderBy('registration.updated_at')
    .orderBy('installation_id')
    .execute()
}

const order: Order<'listing' | 'state' | 'checkedAt'> = {
  id: 'registration.installation_id',
  newestFirst: false,
  keys: {
    listing: byText('listing.title'),
    state: byText('registration.state'),
    checkedAt: byTime('registration.checked_at'),
  },
}

export interface ListedRegistration extends Registration {
  installationName: string
  listing: { id: string; name: string; title: string }
}

/** What is registered in a tenant, with the app it is for. */
export async function registrationsPage(
  db: Db,
  filter: { tenantId: string; state?: RegistrationState | undefined; q?: string | undefined },
  page: Page,
): Promise<ListedRegistration[]> {
  let query = registrations(db)
    .innerJoin('installation', 'installation.id', 'registration.installation_id')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .select([
      'listing.id as listingId',
      'listing.name as listingName',
      'listing.title as listingTitle',
      sql<string>`coalesce(nullif(installation.name, ''), listing.title)`.as('installationName'),
    ])
    .where('registration.tenant_id', '=', filter.tenantId)
  if (filter.state !== undefined) query = query.where('registration.state', '=', filter.state)
  if (filter.q !== undefined) {
    const found = containing(filter.q)
    query = query.where((eb) =>
      eb.or([
        eb('installation.name', 'ilike', found),
        eb('listing.title', 'ilike', found),
        eb('listing.name', 'ilike', found),
      ]),
    )
  }
  const rows = await sorted(query, page, order).execute()
  return rows.map(({ listingId, listingName, listingTitle, ...row }) => ({
    ...row,
    listing: { id: listingId, name: listingName, title: listingTitle },
  }))
}

/** What decides a registration: the installation with the manifest of its release and its mappings. */
export async function registrationFacts(db: Db, installationId: string) {
  return db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .innerJoin('release', 'release.id', 'installation.release_id')
    .leftJoin('configuration', (join) =>
      join
        .onRef('configuration.installation_id', '=', 'installation.id')
        .onRef('configuration.revision', '=', 'installation.revision'),
    )
    .select([
      'installation.id as installationId',
      'installation.organization_id as organizationId',
      'installation.tenant_id as tenantId',
      'installation.route_id as routeId',
    ])
    .select((eb) => [
      eb.ref('listing.variant').$castTo<Variant>().as('variant'),
      eb.ref('release.manifest').$castTo<Manifest>().as('manifest'),
      eb.ref('configuration.mappings').$castTo<Mapping[] | null>().as('mappings'),
    ])
    .where('installation.id', '=', installationId)
    .executeTakeFirst()
}

/** The mappings of the present revision of some installations. */
export async function currentMappings(db: Db, installationIds: readonly string[]) {
  return db
    .selectFrom('installation')
    .innerJoin('configuration', (join) =>
      join
        .onRef('configuration.installation_id', '=', 'installation.id')
        .onRef('configuration.revision', '=', 'installation.revision'),
    )
    .select(['installation.id as installationId', 'configuration.mappings as mappings'])
    .where('installation.id', 'in', installationIds)
    .execute()
}

export async function wantRegistration(
  db: Db,
  row: Pick<Registration, 'installationId' | 'organizationId' | 'tenantId' | 'wanted' | 'sealed'>,
  now: Date,
): Promise<void> {
  const wanted = { wanted: JSON.stringify(row.wanted), sealed: row.sealed }
  const values = { state: 'REGISTERING' as const, ...wanted }
  await db
    .insertInto('registration')
    .values({
      installation_id: row.installationId,
      organization_id: row.organizationId,
      tenant_id: row.tenantId,
      ...values,
      difference: '[]',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.column('installation_id').doUpdateSet({
        ...values,
        // Another try keeps what the last one failed at; what a former registration failed at is no failure of this one.
        failure: sql<string | null>`case when registration.state = 'REGISTERING' then registration.failure end`,
        updated_at: now,
      }),
    )
    .execute()
}

/** From now on nothing of the installation is wanted in the tenant; says whether there was anything. */
export async function unwantRegistration(db: Db, installationId: string, now: Date): Promise<boolean> {
  const found = await db
    .updateTable('registration')
    .set({ state: 'REMOVING', updated_at: now })
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
  return found.numUpdatedRows > 0n
}

/** Notes that the tenant matches the plan, with the latest repair. */
export async function noteRegistered(
  db: Db,
  installationId: string,
  difference: readonly Repair[],
  now: Date,
): Promise<void> {
  await db
    .updateTable('registration')
    .set({
      state: 'REGISTERED',
      difference: JSON.stringify(difference.slice(-KEPT)),
      failure: null,
      checked_at: now,
      updated_at: now,
    })
    .where('installation_id', '=', installationId)
    .where('state', '!=', 'REMOVING')
    .execute()
}

/** When an installation had its turn: others of the tenant come first then. */
export async function noteSwept(db: Db, installationId: string, now: Date): Promise<void> {
  await db.updateTable('registration').set({ updated_at: now }).where('installation_id', '=', installationId).execute()
}

/** Says whether that is news. */
export async function noteRegistrationFailure(
  db: Db,
  installationId: string,
  failure: string,
  now: Date,
): Promise<boolean> {
  const noted = await db
    .updateTable('registration')
    .set({ failure, updated_at: now })
    .where('installation_id', '=', installationId)
    .where('failure', 'is distinct from', failure)
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}

/** What an installation that registers waits for: why the last try failed, and when the next one is due. */
export async function registrationWait(
  db: Db,
  installationId: string,
): Promise<{ failure: string; dueAt: Date | null } | undefined> {
  const row = await db
    .selectFrom('registration')
    .innerJoin('installation', 'installation.id', 'registration.installation_id')
    .select(['registration.failure as failure', 'installation.due_at as dueAt'])
    .where('registration.installation_id', '=', installationId)
    .where('registration.state', '=', 'REGISTERING')
    .executeTakeFirst()
  return row === undefined || row.failure === null ? undefined : { failure: row.failure, dueAt: row.dueAt }
}

/** The tenant is clean: nothing more to remember, unless it is wanted again by now. */
export async function forgetRegistration(db: Db, installationId: string): Promise<void> {
  await db
    .deleteFrom('registration')
    .where('installation_id', '=', installationId)
    .where('state', '=', 'REMOVING')
    .execute()
}

/** Remembers that the policy system declined to report to the platform itself; null: it does. */
export async function noteReportsDeclined(db: Db, installationId: string, at: Date | null): Promise<void> {
  await db
    .updateTable('registration')
    .set({ reports_declined_at: at })
    .where('installation_id', '=', installationId)
    .execute()
}
