import { Failure } from '@mkt/contract/errors'
import { MARKDOWN_RULES } from '../../lib/markdown/markdown.ts'
import { renderApart } from '../../lib/markdown/markdown-queue.ts'
import { renderStored } from '../../lib/markdown/render-stored.ts'
import {
  type ListingHtml,
  type ListingTexts,
  listingsToRender,
  setListingHtml,
} from '../../store/listing/listing-texts.ts'
import type { Platform } from '../platform/platform.ts'

async function render(organizationId: string, field: 'about' | 'requirements', text: string): Promise<string> {
  const rendered = await renderApart(organizationId, text)
  if ('html' in rendered) return rendered.html
  if (rendered.refused === 'busy')
    throw new Failure(
      'rate_limited',
      'Too many texts of your organization wait to be rendered. Try again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  const message = 'This Markdown cannot be rendered: it is nested too deeply or takes too long. Simplify it.'
  throw new Failure('request_invalid', `The text "${field}" cannot be rendered as Markdown.`, {
    problems: [{ pointer: `/${field}`, rule: 'listing.markdown.unrenderable', message }],
  })
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
