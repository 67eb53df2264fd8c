import type { Platform } from '../../actions/platform/platform.ts'
import { activityCsv, activityCsvHead } from '../../domain/activity/activity-csv.ts'
import type { Sort } from '../../domain/platform/page.ts'
import { type Activity, type ActivityFilter, listActivity } from '../../store/activity/activities.ts'
import { locatorsOf } from '../../store/activity/activity-locators.ts'
import { installationNames } from '../../store/installation/installation-names.ts'
import { exportAnswer } from '../http/export-answer.ts'
import { leftOutOf, linesOf } from '../http/left-out.ts'
import type { RawAnswer } from '../http/route.ts'
import { shownId } from './activity-answer.ts'

const BATCH = 500
const MAX = 50_000

interface Options {
  withLocators: boolean
  /** What the caller may see of an entry. */
  shown?: (entry: Activity) => Activity
  /** Newest first unless told. */
  sort?: Sort
  /** The list is about several installations, so each line names its own. */
  named?: true
}

/** A list of activity as CSV. */
export function activityExport(
  platform: Pick<Platform, 'db' | 'log'>,
  filter: ActivityFilter,
  options: Options,
): Promise<RawAnswer> {
  const lines = activityLines(platform, filter, options)
  return exportAnswer('text/csv; charset=utf-8', { head: activityCsvHead(options.named), lines })
}

/** Read in batches, so that a large export needs little memory. */
async function* activityLines(
  { db, log }: Pick<Platform, 'db' | 'log'>,
  filter: ActivityFilter,
  { withLocators, shown = (entry) => entry, sort, named }: Options,
): AsyncGenerator<string> {
  let after: string | null = null
  for (let read = 0; read < MAX; read += BATCH) {
    const found: Activity[] = await listActivity(db, filter, { limit: BATCH, after, ...(sort ? { sort } : {}) })
    const batch = found.slice(0, BATCH).map(shown)
    const [locators, names] = await Promise.all([
      locatorsOf(db, withLocators ? batch.map(({ id }) => id) : []),
      installationNames(db, named ? batch.map(({ installationId }) => installationId) : []),
    ])
    const line = (entry: Activity) => {
      const installation = named ? { installation: names.get(entry.installationId) ?? entry.installationId } : {}
      return activityCsv({ ...entry, ...installation, id: shownId(entry) }, locators.get(entry.id) ?? [])
    }
    yield linesOf(batch, ({ id }) => id, line, leftOutOf(log, { operation: 'exportActivity' })).join('')
    if (found.length <= BATCH) return
    after = batch.at(-1)?.place ?? null
  }
}
