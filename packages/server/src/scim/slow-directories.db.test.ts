import { type AddressInfo, connect } from 'node:net'
import { limits } from '@mkt/contract/limits'
import { beforeAll, expect, it } from 'vitest'
import { createApiServer } from '../api/http/server.ts'
import { hashToken } from '../lib/token.ts'
import { putScimToken } from '../store/identity/scim-directories.ts'
import { type TestApi, testApi } from '../testing/platform/api.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { registerScim } from './register-scim.ts'

const TOKEN = 'mks_of_the_directory'
let api: TestApi
let organizationId: string

beforeAll(async () => {
  api = await testApi()
  organizationId = (await api.organization('acme')).id
  await putScimToken(api.platform.db, organizationId, hashToken(TOKEN), api.clock.now())
})

/** A port on which a directory may write, and what begins a body on it that never comes to its end. */
async function listening(bodyMs = limits.apiBodyTime.value) {
  const options = { version: 'test', trustedProxies: [], anyOwnHost: false, bodyMs }
  const app = await createApiServer(api.platform, [], options)
  await registerScim(app, api.platform)
  atEnd(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  return (path = `/scim/v2/${organizationId}/Users`) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    atEnd(() => socket.destroy())
    const type = 'content-type: application/scim+json\r\ncontent-length: 1000'
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${TOKEN}\r\n${type}\r\n\r\n{`)
    let heard = ''
    socket.on('data', (data) => {
      heard += String(data)
    })
    return () => heard
  }
}

it('a body of a directory that does not arrive is not waited for', async () => {
  const heard = (await listening(200))()
  await expect.poll(heard).toContain('HTTP/1.1 408')
})

it('what is no resource is answered before its body is read, as SCIM', async () => {
  const heard = (await listening())('/scim/none')
  await expect.poll(heard).toContain('There is no such resource')
  expect(heard()).toMatch(/^HTTP\/1.1 404 .*content-type: application\/scim\+json/s)
})

it('a directory has a limited number of bodies in progress and in the queue', async () => {
  const open = await listening()
  const heard = Array.from({ length: limits.scimBodies.value + 64 + 1 }, () => open())
  const refused = () => heard.filter((text) => text().startsWith('HTTP/1.1 429')).length
  await expect.poll(refused).toBe(1)
})
