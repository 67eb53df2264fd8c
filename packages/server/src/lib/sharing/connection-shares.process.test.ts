import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections } from './connection-shares.ts'

const sockets: Socket[] = []
const server = createServer((_, answer) => answer.end('fine'))
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

it('closes what one address opens beyond its share, and takes it again when another has closed', async () => {
  const failed: unknown[] = []
  limitConnections(server, { total: 100, perAddress: 3, isShared: () => false }, (error) => failed.push(error))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const open = () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return socket
  }
  /** Whether the server answers on this connection or closes it. */
  const fate = (socket: Socket) =>
    new Promise<string>((done) => {
      socket.once('data', () => done('answered')).once('close', () => done('closed'))
      socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    })
  const kept = [open(), open(), open()]
  expect(await Promise.all(kept.map(fate))).toEqual(['answered', 'answered', 'answered'])
  expect(await fate(open())).toBe('closed')
  kept[0]?.destroy()
  await expect.poll(() => fate(open())).toBe('answered')
  expect(failed).toEqual([])
})
