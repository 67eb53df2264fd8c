import { StringDecoder } from 'node:string_decoder'
import type { LogLine } from '../log-line.ts'

const LONGEST_LINE = 16 * 1024
const BYTES_PER_SECOND = 512 * 1024
const BURST_BYTES = 2 * 1024 * 1024

export interface LineIntake {
  push(stream: LogLine['stream'], chunk: Buffer, now: Date): void
  /** What is left without a line end, when the stream ends. */
  end(now: Date): void
}

/**
 * Cuts output into lines and lets through what a well-behaved application writes. What is above the rate is counted
 * and dropped, not held back: only a flood waits for its reader (see `readAtRate`).
 */
export function createLineIntake(write: (line: LogLine) => void): LineIntake {
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  const rest = { stdout: '', stderr: '' }
  /** The rest of a line that was cut, until it ends. */
  const beyond = { stdout: false, stderr: false }
  let allowance = BURST_BYTES
  let refilledAt = 0
  let dropped = 0

  const offer = (stream: LogLine['stream'], text: string, now: Date) => {
    const elapsed = refilledAt === 0 ? 0 : now.getTime() - refilledAt
    allowance = Math.min(BURST_BYTES, allowance + (elapsed * BYTES_PER_SECOND) / 1000)
    refilledAt = now.getTime()
    if (allowance < text.length) {
      dropped++
      return
    }
    // One note per pause, and only when a good part of the allowance is back: the notes must not be a flood themselves.
    if (dropped > 0 && allowance > BYTES_PER_SECOND / 2) {
      write({ at: now, stream: 'stderr', text: `[${dropped} lines dropped: more output than the log takes]` })
      dropped = 0
    } else if (dropped > 0) {
      dropped++
      return
    }
    allowance -= text.length
    write({ at: now, stream, text })
  }

  return {
    push(stream, chunk, now) {
      const lines = (rest[stream] + decoders[stream].write(chunk)).split('\n')
      const last = lines.pop() ?? ''
      for (const line of lines) {
        if (!beyond[stream]) offer(stream, line.slice(0, LONGEST_LINE).replace(/\r$/, ''), now)
        beyond[stream] = false
      }
      // Nothing begins in the middle of a line: what is hidden in lines would not be known by its second half.
      const cut = !beyond[stream] && last.length > LONGEST_LINE
      if (cut) offer(stream, last.slice(0, LONGEST_LINE), now)
      beyond[stream] ||= cut
      rest[stream] = beyond[stream] ? '' : last
    },
    end(now) {
      for (const stream of ['stdout', 'stderr'] as const) {
        if (rest[stream] !== '') offer(stream, rest[stream], now)
        rest[stream] = ''
      }
      if (dropped > 0) write({ at: now, stream: 'stderr', text: `[${dropped} lines dropped]` })
      dropped = 0
    },
  }
}
