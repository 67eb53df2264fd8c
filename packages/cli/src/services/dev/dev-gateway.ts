import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { endToEnd, reachesCaller, sharedOriginHeaders } from '@mkt/contract/app'
import { guarded } from '@mkt/engines'
import { foreignIn, pageFonts, pageTokens } from '@mkt/pages'
import type { Firing } from '../event/sample-payloads.ts'
import type { AppCaller } from './call-app.ts'
import type { CallLog } from './call-log.ts'
import { type Listening, listen, readBody } from './listen.ts'

export interface DevGatewayOptions {
  port: number
  caller: AppCaller
  log: CallLog
  firings: () => Firing[]
  /** Facts for the page: names and addresses. */
  facts: () => Record<string, string>
}

const folder = new URL('../../../dev-page/', import.meta.url)
const pages: Readonly<Record<string, { file: string | URL; type: string }>> = {
  '/_dev/': { file: new URL('index.html', folder), type: 'text/html; charset=utf-8' },
  '/_dev/page.js': { file: new URL('page.js', folder), type: 'text/javascript; charset=utf-8' },
  '/_dev/page.css': { file: new URL('page.css', folder), type: 'text/css; charset=utf-8' },
  ...Object.fromEntries(pageFonts().map(({ path, file, type }) => [`/_dev/${path}`, { file, type }])),
}

/** Every path is the application's, as at the real gateway, but those below `/_dev/`: the page and what it uses. */
export function serveDevGateway(options: DevGatewayOptions): Promise<Listening> {
  return listen((request, response) => {
    const path = request.url ?? '/'
    // Asked for by browsers that show the page, never by a policy system.
    if (path === '/favicon.ico') return response.writeHead(204).end()
    return path.startsWith('/_dev') ? own(options, request, response) : forward(options, request, response)
  }, options.port)
}

async function forward({ caller }: DevGatewayOptions, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url: path = '/', headers } = request
  const { answer } = await caller.call({ method, path, headers, body: await readBody(request) })
  if (answer.status === 0) return json(response, 503, { code: 'app_unavailable', detail: answer.error })
  // As below the address that all routes share: what an application answers there is no page of that origin.
  const passed = Object.entries(endToEnd(answer.headers)).filter(([name]) => reachesCaller(name, true))
  response.writeHead(answer.status, { ...Object.fromEntries(passed), ...sharedOriginHeaders }).end(answer.bytes)
}

async function own(options: DevGatewayOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  // A page of another site must not fire at somebody's working copy, nor read what was recorded.
  if (foreignIn(request.headers) !== undefined) return json(response, 403, { error: 'another site' })
  const { caller, log } = options
  const [path = ''] = (request.url ?? '').split('?')
  const page = pages[path === '/_dev' ? '/_dev/' : path]
  if (path === '/_dev/tokens.css') {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(pageTokens)
  } else if (page) {
    const csp = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"
    const headers = { 'content-type': page.type, 'content-security-policy': csp, 'cache-control': 'no-store' }
    response.writeHead(200, headers).end(await readFile(page.file))
  } else if (path === '/_dev/facts') json(response, 200, { ...options.facts(), firings: options.firings() })
  else if (path === '/_dev/calls') json(response, 200, { items: log.list() })
  else if (path === '/_dev/stream') stream(log, request, response)
  else if (request.method !== 'POST') json(response, 404, { error: `there is nothing at ${path}` })
  else if (path === '/_dev/fire') {
    const { method, path: to, payload } = JSON.parse((await readBody(request)).toString('utf8')) as Firing
    const body = payload === null || payload === undefined ? '' : JSON.stringify(payload)
    json(response, 200, (await caller.call({ method, path: to, body })).call)
  } else if (path.startsWith('/_dev/replay/')) {
    const recorded = log.find(path.slice('/_dev/replay/'.length))
    if (!recorded) return json(response, 404, { error: 'no such call' })
    const { method, path: to, requestBody: body, id } = recorded
    json(response, 200, (await caller.call({ method, path: to, body, replayOf: id })).call)
  } else json(response, 404, { error: `there is nothing at ${path}` })
}

function stream(log: CallLog, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write(': listening\n\n')
  const send = guarded(
    () => response.destroy(),
    (call: unknown) => response.write(`data: ${JSON.stringify(call)}\n\n`),
  )
  log.on('call', send)
  request.once('close', () => log.off('call', send))
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
