import { randomUUID } from 'node:crypto'
import { integrationsOf, isPublic, type Manifest, publicPathsOf, type Variant } from '@mkt/manifest'
import { Abort, wrongUsage } from '../../abort.ts'
import { reach } from '../platform/reach.ts'
import { firingsOf } from './sample-payloads.ts'
import { gateway } from './send-event.ts'

export interface RouteCall {
  endpoint: string
  /** Begins with a slash; may have a query. */
  path: string
  method: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  /** None on a public path. */
  callerSecret: string | undefined
}

export interface RouteAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
  durationMs: number
}

/** Calls an installed application as its policy system would: through the gateway, with the route's caller secret. */
export async function callRoute(call: RouteCall): Promise<RouteAnswer> {
  const { endpoint, path, method, body, callerSecret } = call
  const headers = new Headers(call.headers)
  if (callerSecret !== undefined) headers.set('x-MKT-caller', callerSecret)
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const started = performance.now()
  const init = { method, headers, ...(body === undefined ? {} : { body }) }
  const response = await reach(`${endpoint}${path}`, init, gateway)
  const bytes = Buffer.from(await response.arrayBuffer())
  const answer = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bytes,
    durationMs: Math.round(performance.now() - started),
  }
  const refusal = refusalOf(answer)
  if (refusal !== undefined) throw refusal
  return answer
}

/** The gateway's own refusals; whatever the application answers is an answer, also when it is an error. */
function refusalOf({ status, headers, body }: RouteAnswer): Abort | undefined {
  if (status < 400 || !headers['content-type']?.startsWith('application/problem+json')) return undefined
  const problem = readProblem(body)
  // Every refusal of the platform has a request id beside its code; an application that answers problems has none of our request ids.
  if (problem?.code === undefined || problem.requestId === undefined) return undefined
  const fix = fixes[problem.code]
  return new Abort(problem.code, problem.detail ?? `The gateway answered with status ${status}.`, {
    requestId: problem.requestId,
    ...(fix === undefined ? {} : { fix }),
  })
}

const fixes: Readonly<Record<string, string>> = {
  caller_unknown:
    'The caller secret is not valid (any more). "mkt installations caller-secret --save" makes a new one.',
  route_inactive: 'The installation is stopped: "mkt installations start" starts it.',
  app_unavailable: 'No instance is healthy: see "mkt logs" and "mkt installations show".',
}

function readProblem(body: Buffer): { code?: string; detail?: string; requestId?: string } | undefined {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // Not a problem after all, whatever its type says.
    return undefined
  }
}

/** Whether third parties may call the path: then no secret is needed. */
export function isPublicPath(manifest: Manifest, path: string): boolean {
  const [plain = path] = path.split('?')
  return isPublic(publicPathsOf(manifest.platform?.public ?? []), plain)
}

/** Whether the path is one of a webhook, autofill or rater, which the policy system calls with POST. */
export function isIntegrationPath(manifest: Manifest, variant: Variant, path: string): boolean {
  const { webhooks, autofill, externalRaters } = integrationsOf(manifest, variant)
  const [plain] = path.split('?')
  return [...webhooks, ...autofill, ...externalRaters].some((one) => one.path === plain)
}

/** A payload like the policy system's for an integration path; an event gets an id of its own, or it would be a repeat. */
export function sampleFor(manifest: Manifest, variant: Variant, path: string): string | undefined {
  const [plain] = path.split('?')
  const firing = firingsOf(manifest, variant, '').find((one) => one.method === 'POST' && one.path === plain)
  if (firing === undefined || firing.payload === null) return undefined
  const payload = firing.payload as Record<string, unknown>
  const id = 'id' in payload ? { id: randomUUID() } : 'locator' in payload ? { locator: randomUUID() } : {}
  return JSON.stringify({ ...payload, ...id })
}

/** `name: value` lines as headers. */
export function readHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):\s*(.*)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw wrongUsage(`"${line}" is not a header.`, 'Give -H "name: value".')
      return [name, value]
    }),
  )
}
