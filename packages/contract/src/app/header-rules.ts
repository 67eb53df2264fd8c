import { callerHeader, fallbackHeader } from './headers.ts'

// Which headers travel between a policy system and an application. The gateway keeps to it, and so does `mkt dev`, so that a working copy
// sees and says what the deployed application would. All names are in lower case.

/** Headers that belong to one connection and never travel on. */
export const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers that a `connection` header declares to be of the connection; undefined where it names none. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined
  const names = connection.toLowerCase().split(',')
  return new Set(names.map((name) => name.trim()))
}

/** The same for headers as names and values in turn, the names in lower case. Each of several `connection` headers counts. */
export function namedInTurn(headers: readonly string[]): ReadonlySet<string> | undefined {
  const values: string[] = []
  for (let index = 0; index + 1 < headers.length; index += 2)
    if (headers[index] === 'connection') values.push(headers[index + 1] ?? '')
  return values.length === 0 ? undefined : namedByConnection(values.join(','))
}

/** Headers by name, as servers give them. */
type Headers = Record<string, string | string[] | undefined>

/** Those of some headers that do not belong to the connection they came on. */
export function endToEnd(headers: Readonly<Headers>): Headers {
  const { connection } = headers
  const named = namedByConnection(typeof connection === 'string' ? connection : undefined)
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name) && !named?.has(name)))
}

/** Of a request: what the platform says itself, or keeps from applications. */
const ownOfRequest: ReadonlySet<string> = new Set([
  'host',
  'cookie',
  'expect',
  'content-length',
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-forwarded-server',
  'x-real-ip',
  'x-request-id',
  // Some servers take the path from these instead of the request line, past every check of it.
  'x-original-url',
  'x-rewrite-url',
  // Programs run as CGI read this as the address of their own proxy.
  'proxy',
  'traceparent',
  callerHeader,
])

/** Whether a header of a caller goes to the application. */
export function reachesApp(name: string): boolean {
  // Many applications cannot tell `x_mkt_key` from `x-mkt-key`, so a name with an underscore never travels on.
  return !(
    hopByHop.has(name) ||
    ownOfRequest.has(name) ||
    name.startsWith('x-mkt-') ||
    name.startsWith('webhook-') ||
    name.includes('_')
  )
}

/** Of an answer: what only the platform says to a policy system, and the length, which is told apart. */
const ownOfAnswer: ReadonlySet<string> = new Set(['content-length', 'x-request-id', fallbackHeader.toLowerCase()])

/** Of an answer: what would settle something for the whole origin, and with it for every other application there. */
const ofTheOrigin: ReadonlySet<string> = new Set([
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

/** What the platform says itself with answers below an address that all routes share: an answer is no page of that origin. */
export const sharedOriginHeaders = {
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
} as const

/** Whether a header of an application's answer goes to the caller; below an address that all routes share, fewer do. */
export function reachesCaller(name: string, sharedOrigin: boolean): boolean {
  if (hopByHop.has(name) || ownOfAnswer.has(name)) return false
  return !sharedOrigin || !(ofTheOrigin.has(name) || Object.hasOwn(sharedOriginHeaders, name))
}
