import { nextHeader } from '@mkt/contract/client'
import type { Platform } from '../../actions/platform/platform.ts'
import { readable } from '../../domain/platform/items.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type PricingRow, pricingCsv, pricingCsvHead } from '../../domain/pricing/pricing-csv.ts'
import { totalOf } from '../../domain/pricing/read-prices.ts'
import { listPricings, type PricingFilter } from '../../store/pricing/pricings.ts'
import { exportAnswer } from '../http/export-answer.ts'
import { leftOutOf, linesOf } from '../http/left-out.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { installationSubject } from '../installation/installations.ts'

/** A row holds up to 2,000 premiums. */
const EXPORT_BATCH = 200

function answer(row: PricingRow) {
  return { ...row, at: row.at.toISOString(), total: totalOf(row.perils) }
}

/** All rows of a filter from a place on, read in batches so that a large export needs little memory. */
async function* rows(platform: Platform, filter: PricingFilter, from: string | null): AsyncGenerator<PricingRow> {
  for (let after = from; ; ) {
    const found = await listPricings(platform.db, filter, { limit: EXPORT_BATCH, after })
    yield* found.slice(0, EXPORT_BATCH)
    if (found.length <= EXPORT_BATCH) return
    after = found[EXPORT_BATCH - 1]?.id ?? null
  }
}

const formats = {
  csv: { type: 'text/csv; charset=utf-8', head: pricingCsvHead, text: pricingCsv },
  jsonl: {
    type: 'application/x-ndjson',
    head: '',
    text: (row: PricingRow) => `${JSON.stringify(answer(row))}\n`,
  },
}

async function* texts(
  platform: Platform,
  filter: PricingFilter,
  place: { format: 'csv' | 'jsonl'; after: string | null },
): AsyncGenerator<string> {
  const leftOut = leftOutOf(platform.log, { operation: 'exportPricing' })
  for await (const row of rows(platform, filter, place.after))
    yield* linesOf([row], ({ id }) => id, formats[place.format].text, leftOut)
}

/** The pricing record: what raters charged, and under which release and configuration. */
export function pricingRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  return [
    route('listPricing', {
      subject,
      async handle({ params, query }) {
        const page = pageOf(query)
        const { policyLocator, product } = query
        const filter = { installationId: params.id, policyLocator, product, ...timesOf(query) }
        return toPage(await listPricings(platform.db, filter, page), page, (row) => row.id, answer)
      },
    }),
    route('exportPricing', {
      subject,
      async handle({ params, query, setHeader }) {
        const { policyLocator, product, format, limit, cursor } = query
        const filter = { installationId: params.id, policyLocator, product, ...timesOf(query) }
        const page = pageOf({ limit: limit ?? EXPORT_BATCH, cursor })
        const { type, text } = formats[format]
        const head = page.after === null ? formats[format].head : ''
        const name = `attachment; filename="${params.id}-pricing.${format}"`
        if (limit === undefined) {
          const lines = texts(platform, filter, { format, after: page.after })
          const exported = await exportAnswer(type, { head, lines })
          setHeader('content-disposition', name)
          return exported
        }
        const found = toPage(await listPricings(platform.db, filter, page), page, (row) => row.id, text)
        setHeader('content-disposition', name)
        if (found.next !== null) setHeader(nextHeader, found.next)
        const lines = readable(found.items, leftOutOf(platform.log, { operation: 'exportPricing' }))
        return new RawAnswer(type, Buffer.from(head + lines.join('')))
      },
    }),
  ]
}
