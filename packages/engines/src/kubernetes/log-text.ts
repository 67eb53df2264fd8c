import type { LogPage } from '../log-line.ts'

const PAGE_BYTES = 1024 * 1024
const STAMPED = /^\d{4}-\d\d-\d\dT\S+ /

/** One line with its time stamp in nanoseconds of fixed width, so that text order is order of time. */
export interface LogRow {
  stamp: string
  text: string
}

/** Reads log text with time stamps, after the cursor. The cluster trims zeros of the fraction, which are put back here. */
export function readLogRows(text: string, cursor: string | undefined): LogRow[] {
  const rows: LogRow[] = []
  let taken = 0
  for (const line of text.split('\n')) {
    // The cluster mixes its own complaints into the text; they have no time stamp.
    if (!STAMPED.test(line)) continue
    const space = line.indexOf(' ')
    const stamp = fixedWidth(line.slice(0, space))
    if (stamp <= (cursor ?? '')) continue
    if (taken > PAGE_BYTES) break
    taken += line.length
    rows.push({ stamp, text: line.slice(space + 1) })
  }
  return rows
}

/** The rows after the cursor as a page. The cluster does not tell the streams apart. */
export function pageOfRows(rows: readonly LogRow[], cursor: string | undefined): LogPage {
  const after = rows.filter((row) => row.stamp > (cursor ?? ''))
  const lines = after.map(({ stamp, text }) => ({ at: new Date(stamp), stream: 'stdout' as const, text }))
  return { lines, cursor: after.at(-1)?.stamp ?? cursor ?? '' }
}

function fixedWidth(stamp: string): string {
  const [whole = '', fraction = ''] = stamp.replace(/Z$/, '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}Z`
}
