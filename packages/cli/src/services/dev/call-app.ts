import { randomBytes } from 'node:crypto'
import type { Manifest } from '@mkt/manifest'
import { callKind } from './call-kind.ts'
import { callLimitMs } from './call-limit.ts'
import type { CallLog, DevCall } from './call-log.ts'
import type { DevState } from './dev-state.ts'
import type { DevTenant } from './dev-tenant.ts'

export interface AppCaller {
  /** Sends a request to the working copy with the platform's headers, waits for the answer and records both. */
  call(request: AppCall): Promise<DevCall & { headers: Record<string, string>; bytes: Buffer }>
}

export interface AppCall {
  method: string
  path: string
  body: string
  headers?: Readonly<Record<string, string>>
  replayOf?: string
  /** Came through a tunnel: its headers are the platform's own and stay, and the body is sent byte by byte. */
  fromPlatform?: { headers: Readonly<Record<string, string>>; bytes: Buffer }
}

export interface AppCallerOptions {
  manifest: () => Manifest
  /** The address of the application once it is healthy; undefined when it is not getting there. */
  appUrl: () => Promise<string | undefined>
  state: DevState
  tenant: DevTenant
  log: CallLog
}

const hopByHop = /^(host|connection|keep-alive|transfer-encoding|upgrade|te|trailer|content-length)$/
const dropped =
  /^(host|connection|keep-alive|transfer-encoding|upgrade|te|trailer|content-length|cookie|x-mkt-.*|webhook-.*)$/

export function createAppCaller({ manifest, appUrl, state, tenant, log }: AppCallerOptions): AppCaller {
  return {
    async call({ method, path, body, headers = {}, replayOf, fromPlatform }) {
      const kind = callKind(manifest(), path)
      const sent = fromPlatform === undefined ? ownHeaders(headers, kind) : passedHeaders(fromPlatform.headers)
      const started = Date.now()
      const readsBefore = state.reads
      const limitMs = callLimitMs(manifest(), kind, path)
      const result = await send(await appUrl(), method, path, sent, fromPlatform?.bytes ?? body, limitMs)
      const recorded = log.add({
        at: new Date(started).toISOString(),
        kind,
        method,
        path,
        requestBody: body,
        status: result.status,
        answer: result.bytes.toString('utf8'),
        durationMs: Date.now() - started,
        stateReads: state.reads - readsBefore,
        ...(result.error === undefined ? {} : { error: result.error }),
        ...(replayOf === undefined ? {} : { replayOf }),
      })
      return { ...recorded, headers: result.headers, bytes: result.bytes }
    },
  }

  /** What the platform adds to a request; here for the one customer that the simulated tenant is. */
  function ownHeaders(headers: Readonly<Record<string, string>>, kind: string): Record<string, string> {
    const sent: Record<string, string> = { 'content-type': 'application/json' }
    for (const [name, value] of Object.entries(headers)) if (!dropped.test(name)) sent[name] = value
    const id = randomBytes(10).toString('hex')
    return Object.assign(sent, {
      'x-mkt-key': state.key,
      'x-mkt-route': 'dev',
      'x-mkt-tenant': tenant.name,
      'x-request-id': `req_${id}`,
      ...(kind === 'webhook' ? { 'webhook-id': `evt_${id}`, 'x-mkt-attempt': '1' } : {}),
    })
  }
}

function passedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.test(name)))
}

interface Result {
  status: number
  bytes: Buffer
  headers: Record<string, string>
  error?: string
}

async function send(
  origin: string | undefined,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer,
  limitMs: number,
): Promise<Result> {
  const silent = (error: string): Result => ({ status: 0, bytes: Buffer.alloc(0), headers: {}, error })
  if (origin === undefined) return silent('The application is not running.')
  try {
    const bodiless = method === 'GET' || method === 'HEAD'
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(origin + path, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(bodiless ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const type = response.headers.get('content-type')
    const bytes = Buffer.from(await response.arrayBuffer())
    return { status: response.status, bytes, headers: type ? { 'content-type': type } : {} }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return silent(`no answer within ${limitMs / 1000} s, which is the limit on the platform`)
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return silent(cause instanceof Error ? cause.message : String(cause))
  }
}
