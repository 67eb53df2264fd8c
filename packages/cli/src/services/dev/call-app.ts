import { randomBytes } from 'node:crypto'
import type { Manifest } from '@mkt/manifest'
import { callKind } from './call-kind.ts'
import { callLimitMs } from './call-limit.ts'
import type { CallLog, DevCall } from './call-log.ts'
import type { DevState } from './dev-state.ts'
import type { DevTenant } from './dev-tenant.ts'

export interface AppCaller {
  /** Sends a request to the working copy with the platform's headers, waits for the answer and records both. */
  call(request: AppCall): Promise<DevCall & { headers: Record<string, string> }>
}

export interface AppCall {
  method: string
  path: string
  body: string
  headers?: Readonly<Record<string, string>>
  replayOf?: string
}

export interface AppCallerOptions {
  manifest: () => Manifest
  /** The address of the application once it is healthy; undefined when it is not getting there. */
  appUrl: () => Promise<string | undefined>
  state: DevState
  tenant: DevTenant
  log: CallLog
}

const dropped =
  /^(host|connection|keep-alive|transfer-encoding|upgrade|te|trailer|content-length|cookie|x-mkt-.*|webhook-.*)$/

export function createAppCaller({ manifest, appUrl, state, tenant, log }: AppCallerOptions): AppCaller {
  return {
    async call({ method, path, body, headers = {}, replayOf }) {
      const kind = callKind(manifest(), path)
      const sent: Record<string, string> = { 'content-type': 'application/json' }
      for (const [name, value] of Object.entries(headers)) if (!dropped.test(name)) sent[name] = value
      const id = randomBytes(10).toString('hex')
      Object.assign(sent, {
        'x-mkt-key': state.key,
        'x-mkt-route': 'dev',
        'x-mkt-tenant': tenant.name,
        'x-request-id': `req_${id}`,
        ...(kind === 'webhook' ? { 'webhook-id': `evt_${id}`, 'x-mkt-attempt': '1' } : {}),
      })
      const started = Date.now()
      const readsBefore = state.reads
      const result = await send(await appUrl(), method, path, sent, body, callLimitMs(manifest(), kind, path))
      const recorded = log.add({
        at: new Date(started).toISOString(),
        kind,
        method,
        path,
        requestBody: body,
        status: result.status,
        answer: result.answer,
        durationMs: Date.now() - started,
        stateReads: state.reads - readsBefore,
        ...(result.error === undefined ? {} : { error: result.error }),
        ...(replayOf === undefined ? {} : { replayOf }),
      })
      return { ...recorded, headers: result.headers }
    },
  }
}

interface Result {
  status: number
  answer: string
  headers: Record<string, string>
  error?: string
}

async function send(
  origin: string | undefined,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
  limitMs: number,
): Promise<Result> {
  if (origin === undefined) return { status: 0, answer: '', headers: {}, error: 'The application is not running.' }
  try {
    const bodiless = method === 'GET' || method === 'HEAD'
    const signal = AbortSignal.timeout(limitMs)
    const response = await fetch(origin + path, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(bodiless ? {} : { body }),
    })
    const type = response.headers.get('content-type')
    return { status: response.status, answer: await response.text(), headers: type ? { 'content-type': type } : {} }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return {
        status: 0,
        answer: '',
        headers: {},
        error: `no answer within ${limitMs / 1000} s, which is the limit on the platform`,
      }
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: 0, answer: '', headers: {}, error: cause instanceof Error ? cause.message : String(cause) }
  }
}
