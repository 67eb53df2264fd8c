import type { Variant } from '@mkt/manifest'
import type { DataSheet } from '../../domain/listing/data-sheet.ts'
import type { Db } from '../database/database.ts'
import { deleteStaleChecks } from './data-sheet-checks.ts'

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

export function htmlColumns(html: ListingHtml) {
  return { about_html: html.about, requirements_html: html.requirements, html_rules: html.rules }
}

export function columnsOf(texts: ListingTexts) {
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
