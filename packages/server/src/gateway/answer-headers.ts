import { fallbackHeader } from '@mkt/contract/app'
import { isHopByHop, namedBy } from './request-headers.ts'

/** What the platform says itself below the gateway's own address. */
const SHARED_ORIGIN = ['content-security-policy', 'sandbox', 'x-content-type-options', 'nosniff']

/** What would settle something for the whole origin, and with it for every other application there. */
const OF_THE_ORIGIN = new Set([
  'accept-ch',
  'alt-svc',
  'clear-site-data',
  'expect-ct',
  'nel',
  'origin-agent-cluster',
  'public-key-pins',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
])

/** What only the platform says to a policy system. */
const OURS: ReadonlySet<string> = new Set(['x-request-id', fallbackHeader.toLowerCase()])

/** The headers of an instance are often the very ones it sent before; what passes of them is then known. */
const passing = { shared: new WeakMap<readonly string[], string[]>(), own: new WeakMap<readonly string[], string[]>() }

/**
 * What of an application's headers goes to the caller, as names and values in turn; names come in lower case. Below the gateway's own address
 * all routes share one origin, so an answer there may neither settle anything for that origin nor act as a page of it.
 */
export function answerHeaders(headers: readonly string[], sharedOrigin: boolean, requestId: string): string[] {
  const known = sharedOrigin ? passing.shared : passing.own
  let passed = known.get(headers)
  if (passed === undefined) {
    passed = passedOf(headers, sharedOrigin)
    known.set(headers, passed)
  }
  return [...passed, 'x-request-id', requestId]
}

function passedOf(headers: readonly string[], sharedOrigin: boolean): string[] {
  const passed: string[] = []
  let named: ReadonlySet<string> | undefined
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index] !== 'connection') continue
    const more = namedBy(headers[index + 1])
    if (more !== undefined) named = new Set([...(named ?? []), ...more])
  }
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? ''
    if (isHopByHop(name) || OURS.has(name) || named?.has(name)) continue
    if (sharedOrigin && (OF_THE_ORIGIN.has(name) || SHARED_ORIGIN.includes(name))) continue
    passed.push(name, headers[index + 1] ?? '')
  }
  if (sharedOrigin) passed.push(...SHARED_ORIGIN)
  return passed
}
