import type { IncomingHttpHeaders } from 'node:http'
import { hopByHop, namedByConnection, namedInTurn } from '@mkt/contract/app'
import { type LinkPairs, rewriteLinks } from '../domain/relay/link-rewriter.ts'
import { headerLines } from '../lib/http/header-lines.ts'

/** Of a request: what the relay says itself, or keeps from the policy system. Answers are rewritten, so they come uncompressed. */
const OWN_OF_REQUEST = new Set([
  'host',
  'authorization',
  'cookie',
  'expect',
  'content-length',
  'accept-encoding',
  'forwarded',
  'via',
  'traceparent',
])

/** Of an answer: framing, and what would let an application go on without the relay. */
const OWN_OF_ANSWER = new Set(['content-length', 'date', 'set-cookie', 'alt-svc', 'strict-transport-security'])

const LINKS = new Set(['location', 'content-location', 'link'])

const TEXT = /^(text\/|application\/(json|xml|x-www-form-urlencoded|[\w.+-]+\+(json|xml))\b)/i

/** Whether a body may hold links that must be rewritten. */
export function isText(contentType: string | undefined, encoding: string | undefined): boolean {
  if (encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity') return false
  return contentType !== undefined && TEXT.test(contentType)
}

/** Headers for the policy system, names and values in turn. */
export function requestHeaders(
  given: readonly string[],
  added: { authorization: string; traceparent: string },
): string[] {
  const named = namedInTurn(given)
  const headers: string[] = []
  for (let index = 0; index + 1 < given.length; index += 2) {
    const name = given[index] ?? ''
    if (hopByHop.has(name) || OWN_OF_REQUEST.has(name) || named?.has(name)) continue
    if (name.startsWith('x-mkt-') || name.startsWith('x-forwarded-')) continue
    headers.push(name, given[index + 1] ?? '')
  }
  headers.push('authorization', added.authorization, 'accept-encoding', 'identity', 'traceparent', added.traceparent)
  return headers
}

/** Header lines for the application. */
export function answerLines(headers: IncomingHttpHeaders, links: LinkPairs): string {
  const named = namedByConnection(headers.connection)
  const passed: string[] = []
  for (const [name, value] of Object.entries(headers)) {
    if (hopByHop.has(name) || OWN_OF_ANSWER.has(name) || named?.has(name)) continue
    for (const one of Array.isArray(value) ? value : [value ?? ''])
      passed.push(name, LINKS.has(name) ? rewriteLocation(one, links) : one)
  }
  return headerLines(passed)
}

/** A link in a header: whole addresses are rewritten, and paths stay, because the relay understands them without the installation. */
function rewriteLocation(value: string, links: LinkPairs): string {
  return rewriteLinks(value, links)
}
