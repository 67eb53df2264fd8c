import { createServer, type Socket } from 'node:net'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { steadyFetch } from './steady-fetch.ts'

/** Answers no more than the second connection: the first is closed as soon as a request has come in. */
let connections = 0
const open = new Set<Socket>()
const server = createServer((socket) => {
  connections += 1
  const number = connections
  open.add(socket)
  socket.on('error', () => {})
  socket.on('data', () => {
    if (number === 1) socket.destroy()
    else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok')
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`
afterAll(() => {
  for (const socket of open) socket.destroy()
  server.close()
})
beforeEach(() => {
  connections = 0
})

it('retries once when the connection was closed before an answer', async () => {
  expect(await (await steadyFetch(url)).text()).toBe('ok')
  expect(connections).toBe(2)
})

it('sends a change again only with an idempotency key', async () => {
  await expect(steadyFetch(url, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
  expect(connections).toBe(1)
  connections = 0
  const keyed = { method: 'POST', body: '{}', headers: { 'idempotency-key': 'k' } }
  expect(await (await steadyFetch(url, keyed)).text()).toBe('ok')
  expect(connections).toBe(2)
})
