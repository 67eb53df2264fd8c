import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { startRelay } from './relay.ts'

const target = createServer((socket) => socket.write('hello')).listen(0, '127.0.0.1')
await once(target, 'listening')
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port
const open = new Set<Socket>()
afterAll(() => {
  for (const socket of open) socket.destroy()
  target.close()
})

/** A connection that is served, or undefined where it was closed instead. */
async function served(port: number): Promise<Socket | undefined> {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  socket.on('error', () => {})
  const [first] = await Promise.race([once(socket, 'data'), once(socket, 'close')])
  return Buffer.isBuffer(first) ? socket : undefined
}

it('an instance that hoards connections to one target stays within its limit, and gets another when it closes one', async () => {
  const relay = await startRelay(
    { host: '127.0.0.1', port: 0 },
    { host: '127.0.0.1', port: portOf(target) },
    { most: 2 },
  )
  const port = portOf(relay)
  const first = await served(port)
  const second = await served(port)
  expect([first, second]).not.toContain(undefined)
  expect(await served(port)).toBeUndefined()
  first?.destroy()
  await expect.poll(async () => (await served(port)) !== undefined).toBe(true)
  relay.close()
})
