import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'
import { endToEnd, reachesApp } from '@mkt/contract/app'
import type { Manifest } from '@mkt/manifest'
import { type AppAnswer, askApp } from './ask-app.ts'
import { callKind } from './call-kind.ts'
import { callLimitMs } from './call-limit.ts'
import type { CallLog, DevCall } from './call-log.ts'
import type { DevState } from './dev-state.ts'
import type { DevTenant } from './dev-tenant.ts'

export interface AppCaller {
  /** Sends a request to the working copy with the platform's headers, waits for the answer and records both. */
  call(request: AppCall): Promise<{ call: DevCall; answer: AppAnswer }>
}

export interface AppCall {
  method: string
  path: string
  body: string | Buffer
  /** What the caller sent. The application gets of it what the gateway lets through. */
  headers?: IncomingHttpHeaders
  replayOf?: string
  /** Came through a tunnel: its headers are the platform's own already. */
  fromPlatform?: true
}

export interface AppCallerOptions {
  manifest: () => Manifest
  /** The address of the application once it is healthy; undefined when it is not getting there. */
  appUrl: () => Promise<string | undefined>
  state: DevState
  tenant: DevTenant
  log: CallLog
}

const notRunning: AppAnswer = {
  status: 0,
  headers: {},
  bytes: Buffer.alloc(0),
  error: 'The application is not running.',
}

export function createAppCaller({ manifest, appUrl, state, tenant, log }: AppCallerOptions): AppCaller {
  return {
    async call({ method, path, body, headers = {}, replayOf, fromPlatform }) {
      const kind = callKind(manifest(), path)
      const sent = fromPlatform ? passedHeaders(headers) : ownHeaders(headers, kind)
      const started = Date.now()
      const readsBefore = state.reads
      const limitMs = callLimitMs(manifest(), kind, path)
      const origin = await appUrl()
      const asked = { method, path, headers: sent, body: Buffer.from(body) }
      const answer = origin === undefined ? notRunning : await askApp(origin, asked, limitMs)
      const call = log.add({
        at: new Date(started).toISOString(),
        kind,
        method,
        path,
        requestBody: body.toString(),
        status: answer.status,
        answer: answer.bytes.toString('utf8'),
        durationMs: Date.now() - started,
        stateReads: state.reads - readsBefore,
        ...(answer.error === undefined ? {} : { error: answer.error }),
        ...(replayOf === undefined ? {} : { replayOf }),
      })
      return { call, answer }
    },
  }

  /** What the platform adds to a request; here for the one customer that the simulated tenant is. */
  function ownHeaders(headers: IncomingHttpHeaders, kind: string): OutgoingHttpHeaders {
    const sent: OutgoingHttpHeaders = { 'content-type': 'application/json' }
    for (const [name, value] of Object.entries(endToEnd(headers))) if (reachesApp(name)) sent[name] = value
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

/** The length is that of the body, and the host this machine. */
function passedHeaders(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { host: _host, 'content-length': _length, ...passed } = endToEnd(headers)
  return passed
}
