import type { LogLine, LogPage } from '../log-line.ts'

const PAGE_BYTES = 1024 * 1024

/**
 * Reads log text with time stamps, after the cursor. The cluster trims zeros of the fraction, so stamps are brought to
 * nine digits, where text order is order of time. It does not tell the streams apart.
 */
export function readLogText(text: string, cursor: string | undefined): LogPage {
  const lines: LogLine[] = []
  let last = cursor ?? ''
  let taken = 0
  for (const row of text.split('\n')) {
    const space = row.indexOf(' ')
    if (space < 0) continue
    const stamp = fixedWidth(row.slice(0, space))
    if (stamp <= (cursor ?? '')) continue
    if (taken > PAGE_BYTES) break
    taken += row.length
    last = stamp
    lines.push({ at: new Date(stamp), stream: 'stdout', text: row.slice(space + 1) })
  }
  return { lines, cursor: last }
}

function fixedWidth(stamp: string): string {
  const [whole = '', fraction = ''] = stamp.replace(/Z$/, '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}Z`
}
