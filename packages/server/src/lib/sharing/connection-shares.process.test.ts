import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { limitConnections, shareOfConnections } from './connection-shares.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A port with few connections; requests to `/wait` are never answered. */
async function port(limits: { total: number; perAddress: number }) {
  const failed: unknown[] = []
  const waiting: ServerResponse[] = []
  const server = createServer(({ url }, answer) => {
    if (url === '/wait') waiting.push(answer)
    else answer.end('fine')
  })
  const isShared = (address: string) => address === '127.0.0.9'
  const mostOf = (address: string) => (address === '127.0.0.8' ? 4 : undefined)
  limitConnections(server, { ...limits, isShared, mostOf }, (error) => failed.push(error))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  closing.push(() => {
    server.closeAllConnections()
    server.close()
    expect(failed).toEqual([])
  })
  const open = (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
    closing.push(() => socket.destroy())
    return socket
  }
  return { open, waiting }
}

/** Whether the server answers on this connection or closes it. */
const fate = (socket: Socket) =>
  new Promise<string>((done) => {
    if (socket.closed) return done('closed')
    socket.once('data', () => done('answered')).once('close', () => done('closed'))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  })

async function answered(socket: Socket): Promise<Socket> {
  expect(await fate(socket)).toBe('answered')
  return socket
}

it('closes connections of one address over its share, and accepts it again when another has closed', async () => {
  const { open } = await port({ total: 100, perAddress: 3 })
  const kept = [open(), open(), open()]
  expect(await Promise.all(kept.map(fate))).toEqual(['answered', 'answered', 'answered'])
  expect(await fate(open())).toBe('closed')
  kept[0]?.destroy()
  await expect.poll(() => fate(open())).toBe('answered')
})

it('an address that may have more connections than others has them', async () => {
  const { open } = await port({ total: 100, perAddress: 2 })
  const from = (address: string) => Promise.all([1, 2, 3, 4].map(() => fate(open(address))))
  expect((await from('127.0.0.8')).filter((one) => one === 'answered')).toHaveLength(4)
  expect(await fate(open('127.0.0.8'))).toBe('closed')
  expect((await from('127.0.0.7')).filter((one) => one === 'answered')).toHaveLength(2)
})

it('a full port closes the newest idle connection of the party with the most', async () => {
  const { open, waiting } = await port({ total: 5, perAddress: 4 })
  const [first, second, third] = [await answered(open()), await answered(open()), await answered(open())]
  third.write('GET /wait HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => waiting.length).toBe(1)
  const shared = [await answered(open('127.0.0.9')), await answered(open('127.0.0.9'))]
  const ended = once(second, 'close')
  const another = await answered(open('127.0.0.2'))
  await ended
  expect(await Promise.all([first, another, ...shared].map(fate))).toEqual(Array(4).fill('answered'))
  expect(third.closed).toBe(false)
})

it('the party with the most gets no further connection while the port is full', async () => {
  const { open } = await port({ total: 3, perAddress: 100 })
  const other = await answered(open('127.0.0.2'))
  const kept = [await answered(open()), await answered(open())]
  expect(await fate(open())).toBe('closed')
  expect(await Promise.all([...kept, other].map(fate))).toEqual(['answered', 'answered', 'answered'])
})

it('one address has a sixteenth of a port, and never less than an office needs', () => {
  const { total, perAddress } = shareOfConnections(1, 4096)
  expect(perAddress).toBe(Math.max(64, Math.floor(total / 16)))
  expect(shareOfConnections(1, 100)).toEqual({ total: 100, perAddress: 50 })
  expect(shareOfConnections(1, 800)).toEqual({ total: 800, perAddress: 64 })
})
