import type { LogLine, LogPage } from '../log-line.ts'

const PAGE_BYTES = 1024 * 1024
const HEADER = 8
const STDERR = 2

/**
 * Reads the daemon's answer to a log request with time stamps: frames of 8 bytes header (stream, length) and text. The
 * cursor is the time stamp of the last line, in nanoseconds of fixed width, so that text order is order of time. The daemon takes a very
 * long line apart; only its first part is given, because what is hidden in lines would not be known by its second half.
 */
export function readLogFrames(bytes: Buffer, cursor: string | undefined): LogPage {
  const lines: LogLine[] = []
  let last = cursor ?? ''
  let taken = 0
  const beyond = { stdout: false, stderr: false }
  for (const { stream, text } of frames(bytes)) {
    const space = text.indexOf(' ')
    const stamp = text.slice(0, space)
    const isFirst = !beyond[stream]
    beyond[stream] = !text.endsWith('\n')
    if (stamp <= (cursor ?? '')) continue
    if (taken > PAGE_BYTES) break
    taken += text.length
    last = stamp
    if (isFirst) lines.push({ at: new Date(stamp), stream, text: text.slice(space + 1).replace(/\r?\n$/, '') })
  }
  return { lines, cursor: last }
}

function* frames(bytes: Buffer): Generator<{ stream: LogLine['stream']; text: string }> {
  let at = 0
  while (at + HEADER <= bytes.length) {
    const length = bytes.readUInt32BE(at + 4)
    const stream = bytes[at] === STDERR ? 'stderr' : 'stdout'
    yield { stream, text: bytes.toString('utf8', at + HEADER, at + HEADER + length) }
    at += HEADER + length
  }
}

/** The daemon takes seconds with a fraction. */
export function sinceOf(cursor: string | undefined): string | undefined {
  if (cursor === undefined || cursor === '') return undefined
  const fraction = /\.(\d+)/.exec(cursor)?.[1] ?? '0'
  return `${Math.floor(Date.parse(cursor) / 1000)}.${fraction.padEnd(9, '0')}`
}
