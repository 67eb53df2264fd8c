import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
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

it('a stranger who sends a request slowly, or nothing, is let go', async () => {
  const slow = await stranger('GET / HTTP/1.1\r\nhost: x\r\n', 50)
  expect(await text(slow)).not.toContain('404')
  const silent = await stranger('', 50)
  await once(silent.resume(), 'close')
})

it('a stranger keeps no connection beyond its answer, though it did not send all that it announced', async () => {
  const socket = await stranger('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nx')
  expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /)
})
