import { type AddressInfo, connect } from 'node:net'
import { beforeAll, expect, it } from 'vitest'
import { revokeKey } from '../../actions/accounts/revoke-key.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import type { ApiKey } from '../../store/accounts/api-keys.ts'
import { apiKeyById } from '../../store/accounts/api-keys.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { atEnd } from '../../testing/at-end.ts'
import { allRoutes } from '../routes.ts'
import { createApiServer } from './server.ts'

let api: TestApi
let port: number

beforeAll(async () => {
  api = await testApi()
  const app = await createApiServer(api.platform, allRoutes(api.platform), {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
    streamLookMs: 250,
    bodyMs: 200,
  })
  atEnd(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})

it('a body that does not arrive is not waited for', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  )
  let heard = ''
  socket.on('data', (data) => {
    heard += String(data)
  })
  await new Promise((done) => socket.once('close', done))
  expect(heard).toContain('HTTP/1.1 408')
  expect(heard).toContain('took too long to arrive')
})

it('a stream of container output ends with the key it was opened with, and each key has a limited number of them', async () => {
  const organization = await api.organization('acme')
  const key = await api.key(organization, ['publish'])
  const listing = await api.as(key.authorization).createListing({
    params: { org: 'acme' },
    body: { appName: 'one', title: 'One', variant: 'connected' },
  })
  const url = `http://127.0.0.1:${port}/api/v1/listings/${listing.id}/logs/stream`
  const open = () => fetch(url, { headers: { authorization: key.authorization } })
  // One after another: a busy machine has no twenty connections to its database at once.
  const streams: Response[] = []
  for (let opened = 0; opened < 20; opened += 1) streams.push(await open())
  expect(streams.map((stream) => stream.status)).toEqual(Array(20).fill(200))
  const refused = await open()
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([429, 'rate_limited'])
  await revokeKey(api.platform, (await apiKeyById(api.platform.db, key.id)) as ApiKey, byPlatform)
  // Each of them ends by itself; before, only its reader could end it.
  await Promise.all(streams.map((stream) => stream.text()))
})
