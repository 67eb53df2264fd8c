import type { InstallationTrouble } from '@mkt/contract/api'
import { type RawBuilder, sql } from 'kysely'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { byNumber, byText, containing, type Order, sorted } from '../database/sorted.ts'

interface AnyInstallation {
  id: string
  name: string
  state: InstallationState
  test: boolean
  listingId: string
  listingName: string
  listingTitle: string
  organizationId: string
  organizationName: string
  waiting: number
  dead: number
  createdAt: Date
}

interface Filter {
  q?: string | undefined
  listingId?: string | undefined
  state?: InstallationState | undefined
  trouble?: InstallationTrouble | undefined
  uninstalled?: boolean | undefined
}

/** Counting on would cost more than it tells. */
const COUNTED = 100_000

const eventsIn = (state: 'WAITING' | 'DEAD') =>
  sql`select 1 from event where event.installation_id = installation.id and event.state = ${sql.lit(state)}`
const countOf = (state: 'WAITING' | 'DEAD') =>
  sql<number>`(select count(*)::int from (${eventsIn(state)} limit ${sql.lit(COUNTED)}) as counted)`

/** Its own credentials where it has some of the kind, else those of its tenant. */
const credentials = sql`select 1 from credential join tenant on tenant.id = credential.tenant_id
  where credential.tenant_id = installation.tenant_id
    and (credential.installation_id is null or credential.installation_id = installation.id)`

/** What each trouble means, as the counts of the whole platform mean it. */
const troubles: Record<InstallationTrouble, RawBuilder<boolean>> = {
  waiting: sql`exists (${eventsIn('WAITING')})`,
  dead: sql`exists (${eventsIn('DEAD')})`,
  refused: sql`exists (${credentials} and credential.refused_at is not null)`,
  failing: sql`exists (${credentials} and credential.refused_at is null and tenant.trouble is not null
    and credential.last_failed_at > coalesce(credential.last_used_at, '-infinity'))`,
}

const name = sql<string>`coalesce(nullif(installation.name, ''), listing.title)`

const order: Order<'name' | 'listing' | 'organization' | 'state' | 'waiting' | 'dead' | 'createdAt'> = {
  id: 'installation.id',
  newestFirst: true,
  keys: {
    name: byText(name),
    listing: byText('listing.name'),
    organization: byText('organization.name'),
    state: byText('installation.state'),
    waiting: byNumber(countOf('WAITING')),
    dead: byNumber(countOf('DEAD')),
    createdAt: 'id',
  },
}

/** The installations of all organizations. What they carry is counted, never shown. */
export function listAllInstallations(db: Db, filter: Filter, page: Page): Promise<AnyInstallation[]> {
  const { q, listingId, state, trouble, uninstalled } = filter
  let query = db
    .selectFrom('installation')
    .innerJoin('listing', 'listing.id', 'installation.listing_id')
    .innerJoin('organization', 'organization.id', 'installation.organization_id')
    .select([
      'installation.id as id',
      name.as('name'),
      'installation.state as state',
      'installation.test as test',
      'listing.id as listingId',
      'listing.name as listingName',
      'listing.title as listingTitle',
      'organization.id as organizationId',
      'organization.name as organizationName',
      countOf('WAITING').as('waiting'),
      countOf('DEAD').as('dead'),
      'installation.created_at as createdAt',
    ])
  if (listingId !== undefined) query = query.where('installation.listing_id', '=', listingId)
  if (state !== undefined) query = query.where('installation.state', '=', state)
  if (trouble !== undefined) query = query.where(troubles[trouble])
  if (uninstalled !== undefined) query = query.where('installation.state', uninstalled ? '=' : '!=', 'UNINSTALLED')
  if (q !== undefined) {
    const found = containing(q)
    query = query.where((eb) =>
      eb.or([
        eb('installation.name', 'ilike', found),
        eb('listing.title', 'ilike', found),
        eb('listing.name', 'ilike', found),
        eb('organization.name', 'ilike', found),
        eb('installation.route_id', '=', q),
      ]),
    )
  }
  return sorted(query, page, order).execute()
}
