import { namedInTurn, reachesCaller, sharedOriginHeaders } from '@mkt/contract/app'
import { headerLines } from '../../lib/http/header-lines.ts'

/** Response headers that the platform sets under the gateway's own address. */
const SHARED_ORIGIN = headerLines(Object.entries(sharedOriginHeaders).flat())

/** Response headers of an application that are forwarded to the caller. */
export interface AnswerLines {
  /** Finished header lines, without the length. */
  lines: string
  /** The length that the application announced; -1 where it did not. */
  length: number
  /** Whether the lines hold a `date`. */
  dated: boolean
}

/** The headers of an instance are often the very ones it sent before; what passes of them is then known. */
const passing = {
  shared: new WeakMap<readonly string[], AnswerLines>(),
  own: new WeakMap<readonly string[], AnswerLines>(),
}

/**
 * What of an application's headers goes to the caller; they are given as names in lower case and values in turn. Below the
 * gateway's own address all routes share one origin, so an answer there may neither settle anything for that origin nor act
 * as a page of it.
 */
export function answerLines(headers: readonly string[], sharedOrigin: boolean): AnswerLines {
  const known = sharedOrigin ? passing.shared : passing.own
  let passed = known.get(headers)
  if (passed === undefined) {
    passed = linesOf(headers, sharedOrigin)
    known.set(headers, passed)
  }
  return passed
}

function linesOf(headers: readonly string[], sharedOrigin: boolean): AnswerLines {
  let lines = ''
  let length = -1
  let dated = false
  const named = namedInTurn(headers)
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (name === 'content-length') length = Number(value)
    if (!reachesCaller(name, sharedOrigin) || named?.has(name)) continue
    if (name === 'date') dated = true
    // The reader of answers has seen to it that no name or value holds a line end.
    lines += `${name}: ${value}\r\n`
  }
  return { lines: sharedOrigin ? lines + SHARED_ORIGIN : lines, length, dated }
}
