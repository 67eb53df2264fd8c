import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { connectTunnel } from './connect-tunnel.ts'

it.each([
  [401, 'Somebody else asked for a tunnel'],
  [503, 'takes no further tunnel'],
  [404, 'refuses protocol upgrades'],
])('a refusal with %i says what to do about it', async (status, fix) => {
  const server = createServer((_request, response) => response.writeHead(status).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    await expect(connectTunnel(`http://127.0.0.1:${port}`, 'mkn_x')).rejects.toMatchObject({
      code: 'tunnel_failed',
      fix: expect.stringContaining(fix),
    })
  } finally {
    server.close()
  }
})
