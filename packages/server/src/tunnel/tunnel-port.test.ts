import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { answer, hangUp, openTunnelPort, type TunnelPort } from './tunnel-port.ts'

let port: TunnelPort | undefined
afterEach(() => {
  port?.close()
  port?.cut()
})

/** A port at which everybody is a stranger, and somebody who says no more than this to it. */
async function stranger(says: string, headersMs?: number): Promise<Socket> {
  const events = {
    request: (_request: unknown, response: Parameters<typeof answer>[0]) => answer(response, 404),
    upgrade: (_request: unknown, socket: Parameters<typeof hangUp>[0]) => hangUp(socket, 401),
  }
  port = await openTunnelPort({ host: '127.0.0.1', port: 0, ...(headersMs ? { headersMs } : {}) }, events, silentLog)
  const socket = connect({ host: '127.0.0.1', port: port.port })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(says)
  return socket
}

/** What came until the connection ended, in whichever way: bytes that came too late are answered with a reset. */
async function heardUntilClosed(socket: Socket): Promise<string> {
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  await new Promise((closed) => socket.once('close', closed))
  return heard
}

it('a stranger who sends a request slowly, or nothing, is let go', async () => {
  const slow = await stranger('GET / HTTP/1.1\r\nhost: x\r\n', 50)
  expect(await heardUntilClosed(slow)).not.toContain('404')
  const silent = await stranger('', 50)
  expect(await heardUntilClosed(silent)).not.toContain('404')
})

it('a connection without a valid ticket is closed after its answer, even if its body is incomplete', async () => {
  const socket = await stranger('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nx')
  expect(await heardUntilClosed(socket)).toMatch(/^HTTP\/1.1 404 /)
})
