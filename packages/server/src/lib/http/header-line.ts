import { ownCopy } from '../process/own-copy.ts'
import { BadMessage } from './bad-message.ts'

export interface HeaderLine {
  /** In lower case. */
  name: string
  value: string
  /** Whether it says where the message ends, or what becomes of the connection. */
  frames: boolean
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const FRAMING = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'host', 'expect'])

/** Most lines of a message were there in the one before, so each is parsed once. */
const known = new Map<string, HeaderLine>()
const MAX = 2_000
const LONGEST = 120

/** Parses a header. Only spaces and tabs may stand around its value, and nothing before its colon. */
export function headerOf(line: string): HeaderLine {
  const kept = known.get(line)
  if (kept !== undefined) return kept
  if (line.length > LONGEST) return parse(line)
  const copy = ownCopy(line)
  const header = parse(copy)
  if (known.size >= MAX) known.clear()
  known.set(copy, header)
  return header
}

function parse(line: string): HeaderLine {
  const colon = line.indexOf(':')
  const name = line.slice(0, Math.max(0, colon)).toLowerCase()
  const value = trimmed(line, colon + 1)
  if (!TOKEN.test(name)) throw new BadMessage('the name of a header is malformed')
  if (!VALUE.test(value)) throw new BadMessage('the value of a header is malformed')
  return { name, value, frames: FRAMING.has(name) }
}

function trimmed(line: string, from: number): string {
  let start = from
  let end = line.length
  while (start < end && isSpace(line.charCodeAt(start))) start += 1
  while (end > start && isSpace(line.charCodeAt(end - 1))) end -= 1
  return line.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9
}
