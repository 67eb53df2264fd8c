import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { publicPathsOf } from '@mkt/manifest'
import { expect, test } from 'vitest'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { gatewayScene, post, secret } from '../../testing/gateway/gateway-scene.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer, startRawAppServer } from '../../testing/http/app-server.ts'
import { eventually } from '../../testing/run/eventually.ts'

const { apps, database, gateway, launch } = await gatewayScene()

test('below the shared address set no cookies and act as no page', async () => {
  const { url } = await launch(
    (_request, response) =>
      void response.writeHead(200, { 'set-cookie': 'a=b', 'x-own': '1', 'content-type': 'text/html' }).end('hi'),
  )
  const answer = await fetch(`${url}/x`, { headers: secret })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toBe('sandbox')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('x-own')).toBe('1')
})

test('HEAD gives the headers without a body', async () => {
  const { url } = await launch((_request, response) => void response.writeHead(200, { 'content-length': '5' }).end())
  const answer = await fetch(`${url}/x`, { method: 'HEAD', headers: secret })
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '5', ''])
})

test('large bodies stream both ways unchanged', async () => {
  const { url } = await launch((request, response) => void response.end(request.body))
  const body = Buffer.alloc(4_900_000, 'stream')
  const answer = await fetch(`${url}/echo`, { method: 'POST', body, headers: secret })
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true)
})

test('the application may answer before it has read the body', async () => {
  const app = await startRawAppServer((_request, response) => void response.writeHead(418).end('early'))
  apps.push(app)
  const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
  const answer = await fetch(`${gateway.url}/${route.routeId}/x`, {
    method: 'POST',
    body: Buffer.alloc(3_000_000),
    headers: secret,
  })
  expect([answer.status, await answer.text()]).toEqual([418, 'early'])
})

test('the first bytes of an answer arrive before its last', async () => {
  const goOn = Promise.withResolvers<void>()
  const { url } = await launch(async (_request, response) => {
    response.write('first')
    await goOn.promise
    response.end('last')
  })
  const answer = await fetch(`${url}/x`, { headers: secret })
  const reader = answer.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  goOn.resolve()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
})

test('a caller that does not read slows the application down', async () => {
  let written = 0
  const app = await startRawAppServer((_request, response) => {
    response.on('error', () => {})
    const chunk = Buffer.alloc(256 * 1024)
    const go = () => {
      while (written < 200_000_000) {
        written += chunk.length
        if (!response.write(chunk)) return void response.once('drain', go)
      }
      response.end()
    }
    go()
  })
  apps.push(app)
  const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
  const socket = connect(gateway.port, '127.0.0.1').pause()
  socket.write(`GET /${route.routeId}/x HTTP/1.1\r\nhost: x\r\nx-mkt-caller: ${callerSecret}\r\n\r\n`)
  let before = -1
  await eventually(async () => {
    const stood = written > 0 && written === before
    before = written
    expect(stood).toBe(true)
  })
  expect(written).toBeLessThan(50_000_000)
  socket.destroy()
})

test('an empty body and a body of unknown length arrive as they are', async () => {
  const { app, url } = await launch()
  expect((await fetch(`${url}/x`, { method: 'POST', headers: secret })).status).toBe(200)
  const body = new ReadableStream({
    start(controller) {
      for (const part of ['in ', 'three ', 'parts']) controller.enqueue(Buffer.from(part))
      controller.close()
    },
  })
  const streamed = { method: 'POST', headers: secret, body, duplex: 'half' } as RequestInit
  expect((await fetch(`${url}/x`, streamed)).status).toBe(200)
  expect(app.seen.map((request) => request.body.toString())).toEqual(['', 'in three parts'])
  expect(app.seen[0]?.headers['content-length']).toBe('0')
})

test('a broken answer breaks the connection of the caller, so that it is not taken for whole', async () => {
  let end = () => {}
  const app = await startRawAppServer((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half')
    end = () => response.socket?.destroy()
  })
  apps.push(app)
  const route = gateway.routes.add(testRoute({ instances: [app.instance] }))
  const answer = await fetch(`${gateway.url}/${route.routeId}/x`, { headers: secret })
  end()
  await expect(answer.text()).rejects.toThrow()
})

test('when the caller goes away the request to the application is cancelled', async () => {
  const closed = Promise.withResolvers<void>()
  const { app, url } = await launch((_request, response) => void response.once('close', () => closed.resolve()))
  const leave = new AbortController()
  const call = fetch(`${url}/x`, { headers: secret, signal: leave.signal }).catch(() => 'gone')
  await eventually(() => expect(app.seen).toHaveLength(1))
  leave.abort()
  expect(await call).toBe('gone')
  await closed.promise
})

test('a caller that asks first is told to go on only when it may', async () => {
  const { app, url } = await launch((request, response) => void response.end(request.body))
  const ask = (headers: Record<string, string>) =>
    new Promise<{ asked: boolean; status: number }>((resolve) => {
      let asked = false
      const request = httpRequest(`${url}/x`, {
        method: 'POST',
        headers: { expect: '100-continue', 'content-length': '4', ...headers },
      })
      request.on('continue', () => {
        asked = true
        request.end('body')
      })
      request.on('response', (response) => {
        response.resume()
        resolve({ asked, status: response.statusCode ?? 0 })
        request.destroy()
      })
      request.on('error', () => {})
      request.flushHeaders()
    })
  expect(await ask(secret)).toEqual({ asked: true, status: 200 })
  expect(await ask({})).toEqual({ asked: false, status: 401 })
  expect(app.seen).toHaveLength(1)
})

test('an application that does not answer in time is given up, and its request cancelled', async () => {
  const hasty = await startTestGateway(database, { streamMs: 100 })
  try {
    const closed = Promise.withResolvers<void>()
    const app = await startAppServer((_request, response) => void response.once('close', () => closed.resolve()))
    apps.push(app)
    const route = hasty.routes.add(testRoute({ instances: [app.instance] }))
    const answer = await fetch(`${hasty.url}/${route.routeId}/x`, { headers: secret })
    expect([answer.status, await answer.json()]).toMatchObject([504, { code: 'app_timeout' }])
    await closed.promise
  } finally {
    await hasty.stop()
  }
})

test('more calls at once than a route may have get 429 and are recorded so, webhook accepts never', async () => {
  const small = await startTestGateway(database, { limits: { perRoute: 1, perApp: 10 } })
  try {
    const goOn = Promise.withResolvers<void>()
    const app = await startAppServer(async (_request, response) => {
      await goOn.promise
      response.end('{}')
    })
    apps.push(app)
    const route = small.routes.add(testRoute({ instances: [app.instance] }))
    const first = fetch(`${small.url}/${route.routeId}/x`, { headers: secret })
    await eventually(() => expect(app.seen).toHaveLength(1))
    const second = await fetch(`${small.url}/${route.routeId}/x`, { headers: secret })
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await post(`${small.url}/${route.routeId}/hooks`)).status).toBe(202)
    goOn.resolve()
    expect((await first).status).toBe(200)
    await small.parts.calls.drain()
    const calls = database.db.selectFrom('call').selectAll().where('installation_id', '=', route.installationId)
    expect(await calls.where('code', '=', 'too_busy').execute()).toMatchObject([{ status: 429, path: '/x' }])
  } finally {
    await small.stop()
  }
})

test('an incomplete request takes no concurrency, requests without a secret take little, and callers with a secret are served', async () => {
  const small = await startTestGateway(database, { limits: { perRoute: 5, perApp: 10 } })
  const idle: Socket[] = []
  try {
    const app = await startAppServer((_request, response) => void response.end('{}'))
    apps.push(app)
    const route = small.routes.add(testRoute({ instances: [app.instance], publicPaths: publicPathsOf(['/open']) }))
    const answers: string[] = []
    const hold = (head: string) => {
      const socket = connect(small.port, '127.0.0.1').on('error', () => {})
      socket.on('data', (data) => answers.push(String(data)))
      socket.write(`POST /${route.routeId}/open HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`)
      idle.push(socket)
    }
    for (let at = 0; at < 20; at += 1) hold(at % 2 === 0 ? 'content-length: 10' : 'transfer-encoding: chunked')
    // Twice as many as have a place may still be sending; the others are turned away.
    await eventually(() => expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 429'))).toHaveLength(10))
    const honest = await Promise.all(
      Array.from({ length: 5 }, () => fetch(`${small.url}/${route.routeId}/x`, { headers: secret })),
    )
    expect(honest.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  } finally {
    for (const socket of idle) socket.destroy()
    await small.stop()
  }
})

/** Sends the lines on a connection of its own and gives everything that comes back until the other side closes. */
function rawExchange(lines: string[], body = '', halfClose = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', allowHalfOpen: true })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => socket.end())
    socket.on('close', () => resolve(text))
    socket.write(`${[...lines, 'host: x', `x-mkt-caller: ${callerSecret}`].join('\r\n')}\r\n\r\n${body}`)
    if (halfClose) socket.end()
  })
}

test('an upgrade is refused cleanly', async () => {
  const { app, route } = await launch()
  const upgrade = ['connection: upgrade', 'upgrade: websocket']
  expect(await rawExchange([`GET /${route.routeId}/ws HTTP/1.1`, ...upgrade])).toMatch(/^HTTP\/1\.1 501 /)
  expect(app.seen).toEqual([])
})

test('an offer of HTTP/2 is passed over, and the application hears nothing of it', async () => {
  const { app, route } = await launch()
  const offer = ['connection: upgrade, http2-settings, close', 'upgrade: h2c', 'http2-settings: AAMAAABk']
  expect(await rawExchange([`GET /${route.routeId}/x HTTP/1.1`, ...offer])).toMatch(/^HTTP\/1\.1 200 /)
  const names = Object.keys(app.seen[0]?.headers ?? {})
  expect(names).not.toContain('upgrade')
  expect(names).not.toContain('http2-settings')
})

test('a caller that ends its side while a call runs is gone; one that ends it after a webhook gets its answer', async () => {
  const closed = Promise.withResolvers<void>()
  const { route } = await launch((_request, response) => void response.once('close', () => closed.resolve()))
  const call = rawExchange([`GET /${route.routeId}/x HTTP/1.1`], '', true)
  await closed.promise
  expect(await call).toBe('')
  const webhook = [`POST /${route.routeId}/hooks HTTP/1.1`, 'content-length: 2']
  expect(await rawExchange(webhook, '{}', true)).toMatch(/^HTTP\/1\.1 202 /)
})

test('stopping waits for calls in progress, not for connections on which nothing is asked', async () => {
  const stopping = await startTestGateway(database)
  const goOn = Promise.withResolvers<void>()
  const app = await startAppServer(async (_request, response) => {
    await goOn.promise
    response.end('done')
  })
  apps.push(app)
  const route = stopping.routes.add(testRoute({ instances: [app.instance] }))
  const silent = connect(stopping.port, '127.0.0.1')
  await once(silent, 'connect')
  const call = fetch(`${stopping.url}/${route.routeId}/x`, { headers: secret })
  await eventually(() => expect(app.seen).toHaveLength(1))
  const stopped = stopping.gateway.stop()
  await once(silent, 'close')
  goOn.resolve()
  expect(await (await call).text()).toBe('done')
  await stopped
})
