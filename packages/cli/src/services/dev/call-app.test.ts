import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askApp } from './ask-app.ts'
import { type AppCaller, createAppCaller } from './call-app.ts'
import { CallLog } from './call-log.ts'
import { serveDevGateway } from './dev-gateway.ts'
import type { DevState } from './dev-state.ts'
import type { DevTenant } from './dev-tenant.ts'

const packed = gzipSync('{"ok":true}')
const seen: { request: IncomingMessage; body: string }[] = []
let app: Server
let url: string
let dir: string
let log: CallLog
let caller: AppCaller

beforeEach(async () => {
  seen.length = 0
  app = createServer(async (request, response) => {
    seen.push({ request, body: await text(request) })
    if (request.url === '/slow') return
    const headers = { location: '/to', 'set-cookie': ['a=1', 'b=2'], 'content-encoding': 'gzip', 'x-own': '1' }
    response.writeHead(302, headers).end(packed)
  }).listen(0, '127.0.0.1')
  await once(app, 'listening')
  url = `http://127.0.0.1:${(app.address() as AddressInfo).port}`
  dir = mkdtempSync(join(tmpdir(), 'mkt-call-'))
  log = new CallLog(join(dir, 'calls.jsonl'))
  const state = { key: 'k1', reads: 0 } as DevState
  const tenant = { name: 'tenant' } as DevTenant
  const manifest = { name: 'acme/app', version: '1.0.0' }
  caller = createAppCaller({ manifest: () => manifest, appUrl: async () => url, state, tenant, log })
})
afterEach(() => {
  app.closeAllConnections()
  app.close()
  rmSync(dir, { recursive: true })
})

it('a request of the platform reaches the working copy with its headers alone, and the whole answer comes back', async () => {
  const headers = { host: 'app', 'x-mkt-key': 'of-platform', cookie: 'of=domain', connection: 'x-hop', 'x-hop': '1' }
  const { answer } = await caller.call({ method: 'GET', path: '/a//b/../c?d', body: 'x', headers, fromPlatform: true })
  const passed = { 'x-mkt-key': 'of-platform', cookie: 'of=domain' }
  expect(seen[0]?.request.url).toBe('/a//b/../c?d')
  expect(seen[0]?.request.headers).toEqual({
    ...passed,
    ...{ host: url.slice('http://'.length), connection: 'close', 'content-length': '1' },
  })
  expect(answer).toMatchObject({
    ...{ status: 302, bytes: packed },
    headers: { location: '/to', 'set-cookie': ['a=1', 'b=2'], 'content-encoding': 'gzip', 'x-own': '1' },
  })
})

it('the page of mkt dev lets through what the gateway would, both ways', async () => {
  const options = { port: 0, caller, log, firings: () => [], facts: () => ({}) }
  const gateway = await serveDevGateway(options)
  try {
    const headers = { cookie: 'a=b', 'x-mkt-key': 'forged', x_mkt_key: 'forged', authorization: 'Basic x' }
    const asked = { method: 'POST', path: '/rate', headers, body: Buffer.from('{}') }
    const answer = await askApp(gateway.url, asked, 5_000)
    expect(seen[0]?.body).toBe('{}')
    expect(seen[0]?.request.headers).toMatchObject({ 'x-mkt-key': 'k1', authorization: 'Basic x' })
    expect(Object.keys(seen[0]?.request.headers ?? {})).not.toContain('cookie')
    expect(Object.keys(seen[0]?.request.headers ?? {})).not.toContain('x_mkt_key')
    expect(answer).toMatchObject({
      ...{ status: 302, bytes: packed },
      headers: { location: '/to', 'content-encoding': 'gzip', 'content-security-policy': 'sandbox' },
    })
    expect(answer.headers).not.toHaveProperty('set-cookie')
  } finally {
    await gateway.close()
  }
})

it('an application that does not answer in time, or not at all, is said so', async () => {
  const asked = { method: 'GET', path: '/slow', headers: {}, body: Buffer.alloc(0) }
  expect(await askApp(url, asked, 50)).toMatchObject({ status: 0, error: expect.stringMatching(/within 0.05 s/) })
  expect(await askApp('http://127.0.0.1:1', asked, 5_000)).toMatchObject({
    status: 0,
    error: expect.stringContaining('ECONNREFUSED'),
  })
})
