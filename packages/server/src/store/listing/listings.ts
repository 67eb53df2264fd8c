import type { Variant } from '@mkt/manifest'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { DataSheet } from '../../domain/listing/data-sheet.ts'
import type { ListingState } from '../../domain/listing/listing.ts'
import type { Database, Db } from '../database/database.ts'
import { byNumber, byText, byTime, type Order } from '../database/sorted.ts'
import { columnsOf, htmlColumns, type ListingHtml, type ListingTexts } from './listing-texts.ts'

export interface Listing {
  id: string
  organizationId: string
  organizationName: string
  organizationTitle: string
  /** Domains that it proved to be its own. */
  organizationDomains: string[]
  /** Since when an operator has it disabled: its listings are not shown then. */
  organizationDisabledAt: Date | null
  appName: string
  name: string
  title: string
  variant: Variant
  state: ListingState | null
  summary: string
  about: string
  requirements: string
  /** The same as HTML, as far as `htmlRules` are the rules of today. */
  aboutHtml: string
  requirementsHtml: string
  htmlRules: number
  category: string
  supportContact: string
  links: { title: string; url: string }[]
  currentReleaseId: string | null
  promotedReleaseId: string | null
  suspendedReason: string | null
  /** A moderator stopped all installations with the suspension: none of them starts until it is lifted. */
  installationsStopped: boolean
  /** Only images that a key of the organization signed are released. */
  signedReleasesOnly: boolean
  dataSheet: DataSheet
  revision: number
  createdAt: Date
  updatedAt: Date
  publishedAt: Date | null
}

type Rows = SelectQueryBuilder<Database, 'listing' | 'organization', Listing>

/** Every listing with its organization, for further conditions. */
export function listings(db: Db): Rows {
  return db
    .selectFrom('listing')
    .innerJoin('organization', 'organization.id', 'listing.organization_id')
    .select([
      'listing.id as id',
      'listing.organization_id as organizationId',
      'organization.name as organizationName',
      'organization.title as organizationTitle',
      sql<
        string[]
      >`array(select sso_domain.domain from sso_domain where sso_domain.organization_id = listing.organization_id
        and sso_domain.verified_at is not null order by sso_domain.domain)`.as('organizationDomains'),
      'organization.disabled_at as organizationDisabledAt',
      'listing.app_name as appName',
      'listing.name as name',
      'listing.title as title',
      'listing.variant as variant',
      'listing.state as state',
      'listing.summary as summary',
      'listing.about as about',
      'listing.requirements as requirements',
      'listing.about_html as aboutHtml',
      'listing.requirements_html as requirementsHtml',
      'listing.html_rules as htmlRules',
      'listing.category as category',
      'listing.support_contact as supportContact',
      'listing.links as links',
      'listing.current_release_id as currentReleaseId',
      'listing.promoted_release_id as promotedReleaseId',
      'listing.suspended_reason as suspendedReason',
      'listing.installations_stopped as installationsStopped',
      'listing.signed_releases_only as signedReleasesOnly',
      'listing.data_sheet as dataSheet',
      'listing.revision as revision',
      'listing.created_at as createdAt',
      'listing.updated_at as updatedAt',
      'listing.published_at as publishedAt',
    ])
}

export function listingById(db: Db, id: string): Promise<Listing | undefined> {
  return listings(db).where('listing.id', '=', id).executeTakeFirst()
}

/** The listing, locked until the transaction ends, so that two moves never meet. */
export function lockListing(db: Db, id: string): Promise<Listing | undefined> {
  return listings(db).where('listing.id', '=', id).forUpdate('listing').executeTakeFirst()
}

/** The listing as it stays until the transaction ends; others may read it so at the same time, nobody moves it. */
export function shareListing(db: Db, id: string): Promise<Listing | undefined> {
  return listings(db).where('listing.id', '=', id).forShare('listing').executeTakeFirst()
}

export function listingByName(db: Db, name: string): Promise<Listing | undefined> {
  return listings(db).where('listing.name', '=', name).executeTakeFirst()
}

/** Adds a listing; false when the organization has an app of this name. */
export async function insertListing(
  db: Db,
  row: {
    id: string
    organizationId: string
    name: string
    appName: string
    title: string
    variant: Variant
    now: Date
    html: ListingHtml
  } & ListingTexts,
): Promise<boolean> {
  const result = await db
    .insertInto('listing')
    .values({
      id: row.id,
      organization_id: row.organizationId,
      app_name: row.appName,
      name: row.name,
      created_at: row.now,
      updated_at: row.now,
      ...columnsOf(row),
      ...htmlColumns(row.html),
      title: row.title,
      variant: row.variant,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function setListingState(
  db: Db,
  id: string,
  change: {
    state: ListingState
    now: Date
    publishedAt?: Date
    suspendedReason?: string | null
    installationsStopped?: boolean
  },
): Promise<void> {
  await db
    .updateTable('listing')
    .set((eb) => ({
      state: change.state,
      updated_at: change.now,
      revision: eb('revision', '+', 1),
      ...(change.publishedAt === undefined ? {} : { published_at: change.publishedAt }),
      ...(change.suspendedReason === undefined ? {} : { suspended_reason: change.suspendedReason }),
      ...(change.installationsStopped === undefined ? {} : { installations_stopped: change.installationsStopped }),
    }))
    .where('id', '=', id)
    .execute()
}

export async function deleteListing(db: Db, id: string): Promise<void> {
  await db.deleteFrom('listing').where('id', '=', id).execute()
}

export const listingOrder: Order<'title' | 'name' | 'state' | 'installations' | 'createdAt' | 'updatedAt'> = {
  id: 'listing.id',
  newestFirst: true,
  keys: {
    title: byText('listing.title'),
    name: byText('listing.name'),
    state: byText('listing.state'),
    installations: byNumber(
      sql`(select count(*) from installation where installation.listing_id = listing.id and installation.state <> 'UNINSTALLED')`,
    ),
    createdAt: 'id',
    updatedAt: byTime('listing.updated_at'),
  },
}
