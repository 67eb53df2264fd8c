import { csvLine } from '../../lib/csv.ts'
import type { FoundLocator } from './locators.ts'

/** One entry of a list of activity, as far as a line of CSV tells it. */
export interface ActivityLine {
  id: string
  at: Date
  kind: string
  name: string
  outcome: string
  status: number | null
  code: string | null
  test: boolean
  durationMs: number | null
  attempts: number
  requestId: string | null
  traceId: string | null
  /** The name of the installation, in a list about several. */
  installation?: string
}

const columns = [
  'at',
  'kind',
  'name',
  'outcome',
  'status',
  'problem',
  'duration_ms',
  'attempts',
  'request_id',
  'trace_id',
]

export const activityCsvHead = (named?: boolean) =>
  csvLine([...columns, 'locators', 'id', 'test', ...(named ? ['installation'] : [])])

export function activityCsv(entry: ActivityLine, locators: readonly FoundLocator[]): string {
  const { at, kind, name, outcome, status, code, durationMs, attempts, requestId, traceId, id, test, installation } =
    entry
  const about = locators.map((found) => `${found.kind}:${found.locator}`).join(' ')
  return csvLine([
    ...[at.toISOString(), kind, name, outcome, status, code, durationMs, attempts, requestId, traceId],
    ...[about, id, String(test)],
    ...(installation === undefined ? [] : [installation]),
  ])
}
