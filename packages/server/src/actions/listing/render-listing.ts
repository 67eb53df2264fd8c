import { MARKDOWN_RULES } from '../../lib/markdown/markdown-rules.ts'
import { renderStored } from '../../lib/markdown/render-stored.ts'
import {
  type ListingHtml,
  type ListingTexts,
  listingsToRender,
  setListingHtml,
} from '../../store/listing/listing-texts.ts'
import type { Platform } from '../platform/platform.ts'
import { renderMarkdown } from '../platform/render-markdown.ts'

function render(organizationId: string, field: 'about' | 'requirements', text: string): Promise<string> {
  const named = { name: `The text "${field}"`, pointer: `/${field}`, rule: 'listing.markdown.unrenderable' }
  return renderMarkdown(organizationId, named, text)
}

/** Renders texts of a listing before they are stored; refuses those that cannot be rendered. */
export async function renderTexts(organizationId: string, texts: ListingTexts) {
  const { about, requirements } = texts
  return {
    ...(about === undefined ? {} : { aboutHtml: await render(organizationId, 'about', about) }),
    ...(requirements === undefined
      ? {}
      : { requirementsHtml: await render(organizationId, 'requirements', requirements) }),
  }
}

/** The same for a listing that begins. */
export async function renderListing(organizationId: string, texts: ListingTexts): Promise<ListingHtml> {
  const { aboutHtml = '', requirementsHtml = '' } = await renderTexts(organizationId, texts)
  return { about: aboutHtml, requirements: requirementsHtml, rules: MARKDOWN_RULES }
}

/** Renders listings that were stored under earlier rules; a text that fails is shown as it was written. Returns how many were rendered. */
export async function renderStoredListings(platform: Pick<Platform, 'db'>, limit: number): Promise<number> {
  const rows = await listingsToRender(platform.db, MARKDOWN_RULES, limit)
  for (const [count, row] of rows.entries()) {
    const about = await renderStored(row.about)
    const requirements = about === undefined ? undefined : await renderStored(row.requirements)
    if (about === undefined || requirements === undefined) return count
    await setListingHtml(platform.db, row, { about, requirements, rules: MARKDOWN_RULES })
  }
  return rows.length
}
