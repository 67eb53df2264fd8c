import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { closeApi } from './close-api.ts'

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

const fail = (error: unknown) => {
  throw error
}

/** A port like that of the API, with one request in progress that is answered by hand, and what its caller heard. */
async function underWay() {
  const api = Fastify({ forceCloseConnections: 'idle', keepAliveTimeout: 600_000 })
  const asked = Promise.withResolvers<{ reply: FastifyReply }>()
  // A reply can be awaited, so it is handed on inside of something that cannot.
  api.get('/', (_request, reply) => asked.resolve({ reply }))
  await api.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect((api.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (data) => {
    text += String(data)
  })
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const { reply } = await asked.promise
  return { api, reply, socket, closed: once(socket, 'close'), text: () => text }
}

it('a request in progress is answered before the port is closed', async () => {
  const { api, reply, closed, text } = await underWay()
  const ended = closeApi(api, 600_000, fail)
  reply.send('done')
  await Promise.all([ended, closed])
  expect(text()).toMatch(/done$/)
})

it('a connection that is kept, and whose answer had begun, is closed when the answer is over', async () => {
  const { api, reply, socket, closed, text } = await underWay()
  reply.hijack()
  reply.raw.writeHead(200, { 'content-length': '4' }).write('do')
  await once(socket, 'data')
  const ended = closeApi(api, 600_000, fail)
  reply.raw.end('ne')
  await Promise.all([ended, closed])
  expect(text()).toMatch(/done$/)
})

it('a request that takes longer than it may is cut', async () => {
  const { api, closed, text } = await underWay()
  await closeApi(api, 50, fail)
  await closed
  expect(text()).toBe('')
})
