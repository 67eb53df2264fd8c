import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type HttpServer, startHttpServer } from './http-server.ts'
import type { ServerExchange } from './server-exchange.ts'

const servers: HttpServer[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.stop(0)
})

async function start(onRequest: (exchange: ServerExchange) => void, isEnding = () => false): Promise<HttpServer> {
  const fail = (error: unknown) => {
    throw error
  }
  const server = await startHttpServer({ host: '127.0.0.1', port: 0, isEnding }, onRequest, fail, fail)
  servers.push(server)
  return server
}

/** A connection that is open, and what came back on it. */
async function open(port: number): Promise<{ socket: Socket; text(): string; closed: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  await once(socket, 'connect')
  // A connection may also end with a reset, where bytes came after its end.
  socket.on('error', () => {})
  return { socket, text: () => text, closed: new Promise((closed) => socket.once('close', closed)) }
}

const GET = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n'

test('a server that stops answers what is in progress, says that the connection ends, and ends it', async () => {
  const asked = Promise.withResolvers<ServerExchange>()
  const server = await start((exchange) => asked.resolve(exchange))
  const caller = await open(server.port)
  caller.socket.write(GET)
  const exchange = await asked.promise
  const stopped = server.stop(10_000)
  exchange.reply(200, '', 'done')
  await caller.closed
  await stopped
  expect(caller.text()).toMatch(/\r\nconnection: close\r\n\r\ndone$/)
})

test('a connection that is kept gets one more answer while the server lingers, and is then closed', async () => {
  const server = await start((exchange) => exchange.reply(200, '', 'x'))
  const caller = await open(server.port)
  caller.socket.write(GET)
  await once(caller.socket, 'data')
  expect(caller.text()).not.toContain('connection: close')
  const stopped = server.stop(20_000, 10_000)
  caller.socket.write(GET)
  await caller.closed
  await stopped
  expect(caller.text().match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  expect(caller.text()).toMatch(/\r\nconnection: close\r\n\r\nx$/)
})

test('a server that lingers without a request closes connections on which nothing is asked', async () => {
  const server = await start((exchange) => exchange.reply(200, '', 'x'))
  const caller = await open(server.port)
  await server.stop(20_000, 10)
  await caller.closed
  expect(caller.text()).toBe('')
})

test('an answer that the caller takes slowly is whole although the server stops', async () => {
  const body = Buffer.alloc(20_000_000, 'x')
  const server = await start((exchange) => exchange.reply(200, '', body))
  const caller = await open(server.port)
  caller.socket.pause()
  caller.socket.write(GET)
  await once(caller.socket, 'readable')
  const stopped = server.stop(30_000)
  caller.socket.resume()
  await caller.closed
  await stopped
  expect(caller.text().split('\r\n\r\n')[1]).toHaveLength(body.length)
})

test('a process that goes out of service still takes connections, and each answer ends its own', async () => {
  let ending = false
  const server = await start(
    (exchange) => exchange.reply(200, '', 'x'),
    () => ending,
  )
  ending = true
  const caller = await open(server.port)
  caller.socket.write(GET)
  await caller.closed
  expect(caller.text()).toMatch(/\r\nconnection: close\r\n\r\nx$/)
})

test('a full port closes an idle connection of the party with the most, and answers requests in progress', async () => {
  const asked = Promise.withResolvers<ServerExchange>()
  const isShared = (address: string) => address === '127.0.0.9'
  const options = { host: '127.0.0.1', port: 0, shares: { total: 3, perAddress: 2, isShared } }
  const fail = (error: unknown) => {
    throw error
  }
  const server = await startHttpServer(options, (exchange) => asked.resolve(exchange), fail, fail)
  servers.push(server)
  const busy = await open(server.port)
  busy.socket.write(GET)
  const exchange = await asked.promise
  const idle = await open(server.port)
  const beyond = await open(server.port)
  await beyond.closed
  const proxy = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.9' })
  sockets.push(proxy)
  await once(proxy, 'connect')
  const other = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  sockets.push(other)
  await idle.closed
  exchange.reply(200, '', 'done')
  await expect.poll(busy.text).toContain('done')
  expect([proxy.closed, other.closed]).toEqual([false, false])
})
