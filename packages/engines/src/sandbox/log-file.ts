import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { LogLine, LogPage } from '../log-line.ts'
import { openRow, sealRow } from './seal-row.ts'

const SEGMENT_BYTES = 4 * 1024 * 1024
const SEGMENTS_KEPT = 2
const PAGE_BYTES = 1024 * 1024
const SLICE_BYTES = 64 * 1024
const NAME = /^log\.(\d+)$/

interface Row {
  t: number
  s: 'stdout' | 'stderr'
  x: string
}

/**
 * A log of limited size on disk. Segments carry the offset at which they begin, so that a reader's place stays right
 * when old segments go; the reader need not be the process that writes. With a key, what lies on the disk is sealed.
 */
export interface LogWriter {
  write(line: LogLine): void
  close(): void
}

export function openLog(folder: string, key?: Buffer): LogWriter {
  // Who takes the place of a writer that was killed goes on where that one was.
  let start = segments(folder).at(-1) ?? 0
  let file = openSync(join(folder, `log.${start}`), 'a', 0o600)
  let size = fstatSync(file).size
  return {
    write(line) {
      const row: Row = { t: line.at.getTime(), s: line.stream, x: line.text }
      const text = JSON.stringify(row)
      size += writeSync(file, `${key === undefined ? text : sealRow(key, text)}\n`)
      if (size < SEGMENT_BYTES) return
      closeSync(file)
      start += size
      size = 0
      file = openSync(join(folder, `log.${start}`), 'a', 0o600)
      for (const old of segments(folder).slice(0, -SEGMENTS_KEPT)) unlinkSync(join(folder, `log.${old}`))
    },
    close() {
      closeSync(file)
    },
  }
}

export async function readLog(folder: string, cursor: string | undefined, key?: Buffer): Promise<LogPage> {
  const wanted = Number(cursor ?? 0) || 0
  const starts = segments(folder)
  const start = starts.findLast((candidate) => candidate <= wanted) ?? starts[0]
  if (start === undefined) return { lines: [], cursor: String(wanted) }
  const path = join(folder, `log.${start}`)
  const offset = Math.max(wanted, start)
  const end = start + statSync(path).size
  const next = starts.find((candidate) => candidate > start)
  if (offset >= end && next !== undefined) return readLog(folder, String(next), key)
  const text = readPart(path, offset - start, Math.min(PAGE_BYTES, end - offset))
  const complete = text.subarray(0, text.lastIndexOf(0x0a) + 1)
  const rows = complete.toString('utf8').split('\n').slice(0, -1)
  return { lines: await parseRows(rows, key), cursor: String(offset + complete.length) }
}

/** Opens some rows, then lets others have their turn: a page of a log that is flooded would hold the event loop. */
async function parseRows(rows: readonly string[], key: Buffer | undefined): Promise<LogLine[]> {
  const lines: LogLine[] = []
  let left = SLICE_BYTES
  for (const row of rows) {
    if (left <= 0) {
      await yieldToOthers()
      left = SLICE_BYTES
    }
    left -= row.length
    lines.push(parseRow(row, key))
  }
  return lines
}

/** An instance that was started without a key goes on writing plain rows. */
function parseRow(text: string, key: Buffer | undefined): LogLine {
  const plain = text.startsWith('{') || key === undefined ? text : openRow(key, text)
  if (plain === undefined || !plain.startsWith('{')) return unreadable('that was sealed with another key')
  try {
    const row = JSON.parse(plain) as Row
    return { at: new Date(row.t), stream: row.s, text: row.x }
  } catch {
    // A disk that was full took a part of a row. Those after it must not be lost too.
    return unreadable('that was written in part')
  }
}

const unreadable = (why: string): LogLine => ({ at: new Date(), stream: 'stderr', text: `[a line ${why}]` })

function readPart(path: string, offset: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(Math.max(0, length))
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, offset))
  } finally {
    closeSync(file)
  }
}

function segments(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => NAME.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}
