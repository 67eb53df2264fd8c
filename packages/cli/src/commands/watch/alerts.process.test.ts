import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../../run.ts'
import { capturedWorld } from '../../testing/captured-world.ts'

it('an address that is a secret comes from standard input', async () => {
  const taken: unknown[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') taken.push(await json(request))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'alr_1', organization: { id: 'org_1', name: 'acme' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MKT_URL: url, MKT_CLIENT_ID: 'id', MKT_API_KEY: 'key' }
  const args = ['alerts', 'add', 'chat', '--when', 'update', '--slack', '-']
  expect(await run(args, capturedWorld('/', env, 'https://chat.test/secret\n'))).toBe(0)
  expect(taken).toMatchObject([{ target: 'slack', address: 'https://chat.test/secret' }])
  const world = capturedWorld('/', env, '')
  expect(await run(args, world)).toBe(2)
  expect(world.err()).toContain('Standard input holds no address.')
})
