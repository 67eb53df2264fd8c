import { Readable } from 'node:stream'
import { showRequest } from '../../actions/activity/show-request.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { activityCsv, activityCsvHead } from '../../domain/activity/activity-csv.ts'
import type { FoundLocator } from '../../domain/activity/locators.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { withPrefix } from '../../lib/ids.ts'
import { type Activity, type ActivityFilter, activityById, listActivity } from '../../store/activity/activities.ts'
import { locatorsOf } from '../../store/activity/activity-locators.ts'
import { notFound } from '../http/find.ts'
import { RawAnswer, type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'
import { entryFor, filterOf, seesLocators } from './activity-filter.ts'

const EXPORT_BATCH = 500
const EXPORT_MOST = 50_000

/** Deliveries are named as everywhere else in the API. */
const shownId = ({ kind, id }: Activity) => (kind === 'delivery' ? withPrefix('dlv', id) : id)

export function activityAnswer(entry: Activity, locators: readonly FoundLocator[]) {
  const { place: _place, paused, method: _method, query: _query, at, state, traceId, ...rest } = entry
  return {
    ...rest,
    id: shownId(entry),
    at: at.toISOString(),
    state: state === 'WAITING' && paused ? ('PAUSED' as const) : state,
    traceId: traceId || null,
    locators: [...locators],
  }
}

/** A list as CSV, read in batches so that a large export needs little memory. */
async function* csv(
  platform: Platform,
  filter: ActivityFilter,
  { withLocators, shown }: { withLocators: boolean; shown: (entry: Activity) => Activity },
): AsyncGenerator<string> {
  yield activityCsvHead
  let after: string | null = null
  for (let read = 0; read < EXPORT_MOST; read += EXPORT_BATCH) {
    const found = await listActivity(platform.db, filter, { limit: EXPORT_BATCH, after })
    const batch = found.slice(0, EXPORT_BATCH).map(shown)
    const locators = await locatorsOf(platform.db, withLocators ? batch.map(({ id }) => id) : [])
    yield batch.map((entry) => activityCsv({ ...entry, id: shownId(entry) }, locators.get(entry.id) ?? [])).join('')
    if (found.length <= EXPORT_BATCH) return
    after = batch.at(-1)?.place ?? null
  }
}

/** Deliveries, calls, tenant calls and hooks of an installation in one list. */
export function activityRoutes(platform: Platform): Route[] {
  const subject = ({ params }: { params: { id: string } }) => installationSubject(platform, params.id)
  return [
    route('listActivity', {
      subject,
      async handle({ query, subject: { installation }, caller }) {
        const page = pageOf(query)
        const rows = await listActivity(platform.db, filterOf(caller, installation, query), page)
        const entryIds = seesLocators(caller, installation) ? rows.map(({ id }) => id) : []
        const locators = await locatorsOf(platform.db, entryIds)
        return toPage(
          rows,
          page,
          (row) => row.place,
          (row) => activityAnswer(entryFor(caller, installation, row), locators.get(row.id) ?? []),
        )
      },
    }),
    route('exportActivity', {
      subject,
      handle({ params, query, subject: { installation }, caller, setHeader }) {
        const filter = filterOf(caller, installation, query)
        setHeader('content-disposition', `attachment; filename="${params.id}-activity.csv"`)
        const shown = (entry: Activity) => entryFor(caller, installation, entry)
        const lines = csv(platform, filter, { withLocators: seesLocators(caller, installation), shown })
        return new RawAnswer('text/csv; charset=utf-8', Readable.from(lines))
      },
    }),
    route('getActivity', {
      subject,
      async handle({ params, subject: { installation }, caller }) {
        const found = await activityById(platform.db, installation.id, params.entry)
        if (found === undefined) throw notFound()
        const entry = entryFor(caller, installation, found)
        const locators = await locatorsOf(platform.db, seesLocators(caller, installation) ? [entry.id] : [])
        const request = await showRequest(platform, installation, entry, caller)
        return { ...activityAnswer(entry, locators.get(entry.id) ?? []), request }
      },
    }),
  ]
}
