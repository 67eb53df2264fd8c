import { shownStates } from '@mkt/contract/states'
import type { Variant } from '@mkt/manifest'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { DataSheet } from '../../domain/listing/data-sheet.ts'
import type { ListingState } from '../../domain/listing/listing.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Database, Db } from '../database/database.ts'
import { byNumber, byText, byTime, containing, type Order, sorted } from '../database/sorted.ts'
import { deleteStaleChecks } from './data-sheet-checks.ts'

export interface Listing {
  id: string
  organizationId: string
  organizationName: string
  organizationTitle: string
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

export interface ListingTexts {
  title?: string | undefined
  variant?: Variant | undefined
  summary?: string | undefined
  about?: string | undefined
  requirements?: string | undefined
  category?: string | undefined
  supportContact?: string | undefined
  links?: { title: string; url: string }[] | undefined
  signedReleasesOnly?: boolean | undefined
  dataSheet?: DataSheet | undefined
}

/** What the texts became, and by which rules. */
export interface ListingHtml {
  about: string
  requirements: string
  rules: number
}

export interface ListingMarkdown {
  id: string
  organizationId: string
  about: string
  requirements: string
  revision: number
}

type Rows = SelectQueryBuilder<Database, 'listing' | 'organization', Listing>

function listings(db: Db): Rows {
  return db
    .selectFrom('listing')
    .innerJoin('organization', 'organization.id', 'listing.organization_id')
    .select([
      'listing.id as id',
      'listing.organization_id as organizationId',
      'organization.name as organizationName',
      'organization.title as organizationTitle',
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

function htmlColumns(html: ListingHtml) {
  return { about_html: html.about, requirements_html: html.requirements, html_rules: html.rules }
}

function columnsOf(texts: ListingTexts) {
  const { supportContact, links, title, variant, summary, about, requirements, category, dataSheet } = texts
  return {
    ...(title === undefined ? {} : { title }),
    ...(variant === undefined ? {} : { variant }),
    ...(summary === undefined ? {} : { summary }),
    ...(about === undefined ? {} : { about }),
    ...(requirements === undefined ? {} : { requirements }),
    ...(category === undefined ? {} : { category }),
    ...(supportContact === undefined ? {} : { support_contact: supportContact }),
    ...(links === undefined ? {} : { links: JSON.stringify(links) }),
    ...(dataSheet === undefined ? {} : { data_sheet: JSON.stringify(dataSheet) }),
    ...(texts.signedReleasesOnly === undefined ? {} : { signed_releases_only: texts.signedReleasesOnly }),
  }
}

export async function updateListingTexts(
  db: Db,
  id: string,
  texts: ListingTexts & { aboutHtml?: string; requirementsHtml?: string },
  now: Date,
): Promise<void> {
  const { aboutHtml, requirementsHtml } = texts
  await db
    .updateTable('listing')
    .set((eb) => ({
      ...columnsOf(texts),
      ...(aboutHtml === undefined ? {} : { about_html: aboutHtml }),
      ...(requirementsHtml === undefined ? {} : { requirements_html: requirementsHtml }),
      updated_at: now,
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (texts.dataSheet !== undefined) await deleteStaleChecks(db, id)
}

/** Listings whose HTML was rendered by other rules than these. */
export function listingsToRender(db: Db, rules: number, limit: number): Promise<ListingMarkdown[]> {
  return db
    .selectFrom('listing')
    .select(['id', 'organization_id as organizationId', 'about', 'requirements', 'revision'])
    .where('html_rules', '<>', rules)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores what the texts of this revision became; nothing where somebody changed them since. */
export async function setListingHtml(db: Db, listing: ListingMarkdown, html: ListingHtml): Promise<void> {
  await db
    .updateTable('listing')
    .set(htmlColumns(html))
    .where('id', '=', listing.id)
    .where('revision', '=', listing.revision)
    .execute()
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

const order: Order<'title' | 'name' | 'state' | 'installations' | 'createdAt' | 'updatedAt'> = {
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

export function listingsOf(
  db: Db,
  filter: { organizationId: string; q?: string | undefined; state?: ListingState | undefined },
  page: Page,
): Promise<Listing[]> {
  let query = listings(db).where('listing.organization_id', '=', filter.organizationId)
  const { q, state } = filter
  if (state !== undefined) query = query.where('listing.state', '=', state)
  if (q !== undefined) {
    query = query.where((eb) =>
      eb.or([eb('listing.title', 'ilike', containing(q)), eb('listing.name', 'ilike', containing(q))]),
    )
  }
  return sorted(query, page, order).execute()
}

export interface CatalogueFilter {
  /** Organizations whose unpublished and draft listings are visible too; null for all of them. */
  organizationIds: readonly string[] | null
  name?: string | undefined
  q?: string | undefined
  variant?: Variant | undefined
  category?: string | undefined
  state?: ListingState | undefined
}

/** The words of a search as a prefix query, so that results appear while somebody types. */
function searchQuery(q: string): string {
  const words = q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .slice(0, 10)
    .map((word) => `${word}:*`)
    .join(' & ')
}

/**
 * The catalogue: public listings, and those of the caller's organizations. With words it is ranked and paged by
 * rank and id, without by id; a wish for another order wins over both.
 */
export async function searchListings(
  db: Db,
  filter: CatalogueFilter,
  page: Page,
): Promise<(Listing & { cursor: string })[]> {
  let query = listings(db)
  const own = filter.organizationIds
  if (own !== null) {
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('listing.state', 'in', [...shownStates]), eb('organization.disabled_at', 'is', null)]),
        ...(own.length === 0 ? [] : [eb('listing.organization_id', 'in', [...own])]),
      ]),
    )
  }
  // An empty name asks for nothing, like empty words to look for.
  if (filter.name) query = query.where('listing.name', '=', filter.name)
  if (filter.variant !== undefined) query = query.where('listing.variant', '=', filter.variant)
  if (filter.category !== undefined) query = query.where('listing.category', '=', filter.category)
  if (filter.state !== undefined) query = query.where('listing.state', '=', filter.state)
  // An empty search box filters nothing; one with signs alone finds nothing.
  const asked = filter.q?.trim() ?? ''
  const words = searchQuery(asked)
  if (asked !== '' && words === '') return []
  // Rank as a whole number, inverted and padded, makes one text key that sorts best match first and is a cursor by itself.
  const rank =
    words === ''
      ? sql<number>`0`
      : sql<number>`1000000 - (ts_rank(listing.search, to_tsquery('simple', ${words}) || to_tsquery('english', ${words})) * 1000000)::int`
  const key = sql<string>`lpad((${rank})::text, 8, '0') || ':' || listing.id`
  if (words !== '')
    query = query.where(
      sql<boolean>`listing.search @@ (to_tsquery('simple', ${words}) || to_tsquery('english', ${words}))`,
    )
  if (page.sort !== undefined) return sorted(query.select('listing.id as cursor'), page, order).execute()
  let ranked = query.select(key.as('cursor'))
  if (page.after !== null) ranked = ranked.where(key, '>', page.after)
  return ranked
    .orderBy(key)
    .limit(page.limit + 1)
    .execute()
}
