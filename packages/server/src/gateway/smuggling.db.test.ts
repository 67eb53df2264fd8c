import { connect } from 'node:net'
import { afterAll, afterEach, expect, test } from 'vitest'
import { testDatabase } from '../testing/database/database.ts'
import { startTestGateway } from '../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../testing/gateway/routes.ts'
import { type AppServer, startAppServer } from '../testing/http/app-server.ts'

const database = await testDatabase()
const gateway = await startTestGateway(database)
/** Gives up soon on what never ends. */
const hasty = await startTestGateway(database, { headersMs: 200, requestMs: 400 })
const app: AppServer = await startAppServer((_request, response) => void response.end('ok'))
const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
hasty.routes.add(route)
afterAll(async () => {
  await gateway.stop()
  await hasty.stop()
  await app.close()
})
afterEach(() => {
  app.seen.length = 0
})

/** Sends the bytes on a connection of its own and gives everything that comes back until the other side closes. */
function exchange({ port }: { port: number }, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

const line = (target = `/${route.routeId}/x`) => `POST ${target} HTTP/1.1`
const base = `host: gateway\r\nx-mkt-caller: ${callerSecret}\r\n`
const smuggled = `GET /${route.routeId}/smuggled HTTP/1.1\r\n${base}\r\n`

const refused: [string, string][] = [
  [
    'a length beside chunks',
    `${line()}\r\n${base}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'chunks beside a length',
    `${line()}\r\n${base}transfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
  ],
  ['two lengths', `${line()}\r\n${base}content-length: 0\r\ncontent-length: 5\r\n\r\nhello`],
  ['a list of lengths', `${line()}\r\n${base}content-length: 5, 5\r\n\r\nhello`],
  ['a signed length', `${line()}\r\n${base}content-length: +5\r\n\r\nhello`],
  ['a negative length', `${line()}\r\n${base}content-length: -1\r\n\r\nhello`],
  ['a hexadecimal length', `${line()}\r\n${base}content-length: 0x5\r\n\r\nhello`],
  ['an empty length', `${line()}\r\n${base}content-length: \r\n\r\n${smuggled}`],
  ['a space before the colon', `${line()}\r\n${base}transfer-encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a coding that is not chunked', `${line()}\r\n${base}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['chunked that is not last', `${line()}\r\n${base}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['chunked with a control character', `${line()}\r\n${base}transfer-encoding: \x0bchunked\r\n\r\n0\r\n\r\n`],
  [
    'two codings in two headers',
    `${line()}\r\n${base}transfer-encoding: chunked\r\ntransfer-encoding: x\r\n\r\n0\r\n\r\n`,
  ],
  ['a folded header', `${line()}\r\n${base}x-a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
  ['a folded first header', `${line()}\r\n x-a: b\r\n${base}\r\n`],
  ['a chunk size that is no number', `${line()}\r\n${base}transfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`],
  [
    'a chunk size beyond measure',
    `${line()}\r\n${base}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nhello\r\n0\r\n\r\n`,
  ],
  ['a chunk longer than its size', `${line()}\r\n${base}transfer-encoding: chunked\r\n\r\n3\r\nhello\r\n0\r\n\r\n`],
  ['a chunk line ended by a bare LF', `${line()}\r\n${base}transfer-encoding: chunked\r\n\r\n5\nhello\r\n0\r\n\r\n`],
  ['a bare CR inside a header', `${line()}\r\n${base}x-a: b\rx-mkt-key: forged\r\ncontent-length: 0\r\n\r\n`],
  ['a NUL inside a header', `${line()}\r\n${base}x-a: b\x00c\r\ncontent-length: 0\r\n\r\n`],
  ['a header without a name', `${line()}\r\n${base}: x\r\ncontent-length: 0\r\n\r\n`],
  ['a header without a colon', `${line()}\r\n${base}x-a\r\ncontent-length: 0\r\n\r\n`],
  ['no host', `${line()}\r\nx-mkt-caller: ${callerSecret}\r\ncontent-length: 0\r\n\r\n`],
  ['two hosts', `${line()}\r\nhost: other\r\n${base}content-length: 0\r\n\r\n`],
  ['two content types', `${line()}\r\n${base}content-type: a/b\r\ncontent-type: c/d\r\ncontent-length: 0\r\n\r\n`],
  ['an absolute address', `${line(`http://gateway/${route.routeId}/x`)}\r\n${base}content-length: 0\r\n\r\n`],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${base}\r\n`],
  ['another version', `POST /${route.routeId}/x HTTP/2.0\r\n${base}content-length: 0\r\n\r\n`],
  ['no version', `GET /${route.routeId}/x\r\n\r\n`],
  ['a method that is none', `PO ST /${route.routeId}/x HTTP/1.1\r\n${base}\r\n`],
  ['a tab in the request line', `POST\t/${route.routeId}/x HTTP/1.1\r\n${base}content-length: 0\r\n\r\n`],
  ['TRACE', `TRACE /${route.routeId}/x HTTP/1.1\r\n${base}\r\n`],
  ['an expectation that cannot be met', `${line()}\r\n${base}expect: magic\r\ncontent-length: 0\r\n\r\n`],
  [
    'headers without end',
    `${line()}\r\n${base}${Array.from({ length: 2000 }, (_, index) => `x-${index}: ${index}\r\n`).join('')}\r\n`,
  ],
  ['a line without end', `${line(`/${route.routeId}/${'x'.repeat(20_000)}`)}\r\n${base}\r\n`],
  ['headers that never end', `${line()}\r\n${base}x-a: b\r\n`],
]

test.each(refused)('%s is refused before the application sees a byte', async (_name, bytes) => {
  const answer = await exchange(hasty, bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(app.seen).toEqual([])
})

test('a body that stops coming is given up and the application is not left with half of it', async () => {
  const answer = await exchange(hasty, `${line()}\r\n${base}content-length: 100\r\n\r\nhalf`)
  expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true)
  expect(app.seen).toEqual([])
})

const understood: [string, string, { method: string; url: string; body: string }[]][] = [
  [
    'a request in the body of a GET is a body',
    `GET /${route.routeId}/a HTTP/1.1\r\n${base}connection: close\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
    [{ method: 'GET', url: '/a', body: smuggled }],
  ],
  [
    'a request in the body of a POST is a body',
    `${line()}\r\n${base}connection: close\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
    [{ method: 'POST', url: '/x', body: smuggled }],
  ],
  [
    'chunks are one body, extensions and trailers are dropped',
    `${line()}\r\n${base}connection: close\r\ntransfer-encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n2\r\nde\r\n0\r\nx-mkt-key: forged\r\n\r\n`,
    [{ method: 'POST', url: '/x', body: 'abcde' }],
  ],
  [
    'requests sent one after another without waiting are two requests',
    `${line()}\r\n${base}content-length: 2\r\n\r\nhi${line(`/${route.routeId}/y`)}\r\n${base}connection: close\r\ncontent-length: 0\r\n\r\n`,
    [
      { method: 'POST', url: '/x', body: 'hi' },
      { method: 'POST', url: '/y', body: '' },
    ],
  ],
]

test.each(understood)('%s', async (_name, bytes, expected) => {
  await exchange(gateway, bytes)
  const seen = app.seen.map(({ method, url, body }) => ({ method, url, body: body.toString() }))
  expect(seen.sort((a, b) => a.url.localeCompare(b.url))).toEqual(expected)
  for (const request of app.seen) expect(request.headers['x-mkt-key']).toBe(`key-of-${route.routeId}`)
})
