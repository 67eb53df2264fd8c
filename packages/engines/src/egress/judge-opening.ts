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

/** The host that a connection names in its first bytes, and the port where it names one. */
export type Opening =
  | { kind: 'more' }
  | { kind: 'refuse'; refusal: Refusal }
  | { kind: 'named'; by: 'SNI' | 'Host'; host: string; port: number | null }

const TLS_HANDSHAKE = 22
/** Longest request head of plain HTTP, and longest ClientHello with its records. */
export const LONGEST_OPENING = 72 * 1024
const LONGEST_HEAD = 32 * 1024
const REQUEST_LINE = /^[A-Z]{1,20} (\S+) HTTP\/1\.[01]$/
const METHOD_BEGIN = /^[A-Z]{1,20}( |$)/

const MORE = { kind: 'more' } as const
const PASS: Verdict = { kind: 'pass' }
const refuse = (refusal: Refusal) => ({ kind: 'refuse', refusal }) as const

/**
 * Judges a connection by its first bytes: it speaks TLS with the name it was opened for in SNI, or plain HTTP with that name in Host.
 * TLS itself is not opened.
 */
export function judgeOpening(bytes: Buffer, expected: Endpoint): Verdict {
  const opening = readOpening(bytes)
  if (opening.kind !== 'named') return opening
  const isExpected = opening.host === expected.host && (opening.port === null || opening.port === expected.port)
  return isExpected ? PASS : refuse(`${opening.by} differs`)
}

/** Reads which host a connection names: SNI of TLS, or Host of plain HTTP together with its request line. */
export function readOpening(bytes: Buffer): Opening {
  if (bytes.length === 0) return MORE
  return bytes[0] === TLS_HANDSHAKE ? readHello(bytes) : readHead(bytes)
}

function readHello(bytes: Buffer): Opening {
  const found = readServerName(bytes)
  if (found.kind === 'more') return bytes.length > LONGEST_OPENING ? refuse('neither TLS nor HTTP') : MORE
  if (found.kind === 'none') return refuse('no SNI')
  if (found.kind === 'invalid') return refuse('neither TLS nor HTTP')
  return { kind: 'named', by: 'SNI', host: found.name, port: null }
}

function readHead(bytes: Buffer): Opening {
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
  const named = hosts.length === 1 ? readAuthority(hosts[0] ?? '') : null
  if (named === null) return refuse('Host differs')
  if (target.startsWith('/') || target === '*') return { kind: 'named', by: 'Host', ...named }
  const inTarget = readAuthority(authorityOf(target))
  const ports = new Set([named.port, inTarget?.port ?? null].filter((port) => port !== null))
  if (inTarget?.host !== named.host || ports.size > 1) return refuse('Host differs')
  return { kind: 'named', by: 'Host', host: named.host, port: [...ports][0] ?? null }
}

/** `name` or `name:port`; null when it is neither. */
function readAuthority(authority: string): { host: string; port: number | null } | null {
  const [, name, port] = /^([a-z0-9_.-]+?)\.?(?::(\d{1,5}))?$/.exec(authority.toLowerCase()) ?? []
  return name === undefined ? null : { host: name, port: port === undefined ? null : Number(port) }
}

/** Host and port of a request target in absolute form; a tunnel (`CONNECT`) names none that is expected. */
function authorityOf(target: string): string {
  const url = URL.parse(target)
  return url?.protocol === 'http:' ? url.host : ''
}
