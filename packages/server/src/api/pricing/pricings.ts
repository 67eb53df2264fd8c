import { Readable } from 'node:stream'
import type { Platform } from '../../actions/platform/platform.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type PricingRow, pricingCsv, pricingCsvHead } from '../../domain/pricing/pricing-csv.ts'
import { totalOf } from '../../domain/pricing/read-prices.ts'
import { listPricings, type PricingFilter } from '../../store/pricing/pricings.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { timesOf } from '../http/times.ts'
import { installationSubject } from '../installation/installations.ts'

/** A row holds up to 2,000 premiums. */
const EXPORT_BATCH = 200

function answer(row: PricingRow) {
  return { ...row, at: row.at.toISOString(), total: totalOf(row.perils) }
}

/** All rows of a filter, read in batches so that a large export needs little memory. */
async function* rows(platform: Platform, filter: PricingFilter): AsyncGenerator<PricingRow> {
  for (let after: string | null = null; ; ) {
    const found = await listPricings(platform.db, filter, { limit: EXPORT_BATCH, after })
    yield* found.slice(0, EXPORT_BATCH)
    if (found.length <= EXPORT_BATCH) return
    after = found[EXPORT_BATCH - 1]?.id ?? null
  }
}

async function* csv(platform: Platform, filter: PricingFilter): AsyncGenerator<string> {
  yield pricingCsvHead
  for await (const row of rows(platform, filter)) yield pricingCsv(row)
}

async function* jsonLines(platform: Platform, filter: PricingFilter): AsyncGenerator<string> {
  for await (const row of rows(platform, filter)) yield `${JSON.stringify(answer(row))}\n`
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
      handle({ params, query, setHeader }) {
        const { policyLocator, product, format } = query
        const filter = { installationId: params.id, policyLocator, product, ...timesOf(query) }
        setHeader('content-disposition', `attachment; filename="${params.id}-pricing.${format}"`)
        return format === 'csv'
          ? new RawAnswer('text/csv; charset=utf-8', Readable.from(csv(platform, filter)))
          : new RawAnswer('application/x-ndjson', Readable.from(jsonLines(platform, filter)))
      },
    }),
  ]
}
