import { readServerName } from './client-hello.ts'
import type { Endpoint } from './rules.ts'

/** Why a connection, a question for a name or a packet was refused. */
export type Refusal =
  | 'undeclared name'
  | 'address'
  | 'other port'
  | 'UDP'
  | 'SNI differs'
  | 'no SNI'
  | 'Host differs'
  | 'neither TLS nor HTTP'
  | 'nothing was sent'
  | 'not a public address'
  | 'too many connections'

export type Verdict = { kind: 'more' } | { kind: 'pass' } | { kind: 'refuse'; refusal: Refusal }

const TLS_HANDSHAKE = 22
/** Longest request head of plain HTTP, and longest ClientHello with its records. */
export const LONGEST_OPENING = 72 * 1024
const LONGEST_HEAD = 32 * 1024
const REQUEST_LINE = /^[A-Z]{1,20} (\S+) HTTP\/1\.[01]$/
const METHOD_BEGIN = /^[A-Z]{1,20}( |$)/

const MORE: Verdict = { kind: 'more' }
const PASS: Verdict = { kind: 'pass' }
const refuse = (refusal: Refusal): Verdict => ({ kind: 'refuse', refusal })

/**
 * Judges a connection by its first bytes: it speaks TLS with the name it was opened for in SNI, or plain HTTP with that name in Host.
 * TLS itself is not opened.
 */
export function judgeOpening(bytes: Buffer, expected: Endpoint): Verdict {
  if (bytes.length === 0) return MORE
  if (bytes[0] === TLS_HANDSHAKE) return judgeHello(bytes, expected)
  return judgeHead(bytes, expected)
}

function judgeHello(bytes: Buffer, { host }: Endpoint): Verdict {
  const found = readServerName(bytes)
  if (found.kind === 'more') return bytes.length > LONGEST_OPENING ? refuse('neither TLS nor HTTP') : MORE
  if (found.kind === 'none') return refuse('no SNI')
  if (found.kind === 'invalid') return refuse('neither TLS nor HTTP')
  return found.name === host ? PASS : refuse('SNI differs')
}

function judgeHead(bytes: Buffer, expected: Endpoint): Verdict {
  const text = bytes.subarray(0, LONGEST_HEAD).toString('latin1')
  if (!METHOD_BEGIN.test(text.slice(0, 21).split(' ')[0] ?? '')) return refuse('neither TLS nor HTTP')
  const line = text.indexOf('\n')
  if (line >= 0 && !REQUEST_LINE.test(text.slice(0, line).replace(/\r$/, ''))) return refuse('neither TLS nor HTTP')
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return bytes.length >= LONGEST_HEAD ? refuse('neither TLS nor HTTP') : MORE
  const [requestLine = '', ...headers] = text.slice(0, end).split('\r\n')
  const target = REQUEST_LINE.exec(requestLine)?.[1]
  // A folded or bare-newline header is read differently by different servers.
  if (target === undefined || headers.some((line) => /^[ \t]|[\r\n]/.test(line))) return refuse('neither TLS nor HTTP')
  const hosts = headers
    .filter((line) => /^host[ \t]*:/i.test(line))
    .map((line) => line.slice(line.indexOf(':') + 1).trim())
  if (hosts.length !== 1 || !isExpected(hosts[0] ?? '', expected)) return refuse('Host differs')
  return target.startsWith('/') || target === '*' || isExpected(authorityOf(target), expected)
    ? PASS
    : refuse('Host differs')
}

function isExpected(authority: string, { host, port }: Endpoint): boolean {
  const [name = '', given] = authority.toLowerCase().split(':')
  return name.replace(/\.$/, '') === host && (given === undefined ? true : Number(given) === port)
}

/** Host and port of a request target in absolute form; a tunnel (`CONNECT`) names none that is expected. */
function authorityOf(target: string): string {
  const url = URL.parse(target)
  return url?.protocol === 'http:' ? url.host : ''
}
