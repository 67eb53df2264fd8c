import type { FastifyInstance } from 'fastify'
import { addressParty } from '../../lib/sharing/address-party.ts'
import { createFairQueue, QueueFull } from '../../lib/sharing/fair-queue.ts'
import { asText } from './as-text.ts'
import { docsPage } from './docs-page.ts'
import {
  type DocsFound,
  type DocsSection,
  type SearchedSection,
  searchable,
  searchDocs,
  wordsOf,
} from './docs-search.ts'
import { sendPage } from './send-page.ts'

const MAX_CHARACTERS = 200

/** The words of a query stand out in what was found. */
function marked(text: string, words: readonly string[]): string {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (any === '') return asText(text)
  return text
    .split(new RegExp(`(${any})`, 'gi'))
    .map((part, index) => (index % 2 === 1 ? `<mark>${asText(part)}</mark>` : asText(part)))
    .join('')
}

function listed(found: readonly DocsFound[], query: string): string {
  const words = wordsOf(query)
  if (words.length === 0) return '<p>Type what you look for above.</p>'
  if (found.length === 0)
    return `<p>Nothing holds all of these words: ${asText(query)}. Try fewer or other words, or look in the list of pages.</p>`
  const rows = found.map(({ href, page, heading, excerpt }) => {
    const place = page === heading ? '' : ` <span class="type">${asText(page)}</span>`
    return `<li><a href="${asText(href)}">${marked(heading, words)}</a>${place}<p>${marked(excerpt, words)}</p></li>`
  })
  return `<ol class="found">${rows.join('')}</ol>`
}

const REST_MS = 100
const busy = '<p>Many searches from your address wait already. Try again in a few seconds.</p>'

/**
 * Search over all pages, on the server: reading the documentation needs no script. One search takes some milliseconds for which everybody waits, so
 * addresses take turns and rest after each.
 */
export function registerDocsSearch(app: FastifyInstance, read: () => Promise<DocsSection[]>): void {
  const turns = createFairQueue({ running: 1, waiting: 256, waitingPerParty: 8, waitMs: 5_000 })
  let sections: SearchedSection[] | undefined
  app.get<{ Querystring: { q?: string | string[] } }>('/docs/search', async (request, reply) => {
    const query = String(request.query.q ?? '').slice(0, MAX_CHARACTERS)
    const found = turns.run(addressParty(request.ip), async (rest) => {
      rest(REST_MS)
      sections ??= searchable(await read())
      return listed(searchDocs(sections, query), query)
    })
    const body = await found.catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error
      reply.status(503).header('retry-after', '5')
      return busy
    })
    return sendPage(reply, docsPage('Search', `<h1>Search</h1>${body}`, '/docs/search', query))
  })
}
