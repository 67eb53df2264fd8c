import { limits } from '@mkt/contract/limits'
import { beforeAll, expect, it } from 'vitest'
import { QueueFull } from '../../lib/sharing/fair-queue.ts'
import type { Strangers } from '../../lib/sharing/strangers.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { createApiServer } from '../http/server.ts'
import { allRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})

/** Posts from an address, as the console does, to a platform that looks up credentials so. */
async function posting(look: Strangers['look'] = api.platform.strangers.look) {
  const platform = { ...api.platform, strangers: { look } }
  const app = await createApiServer(platform, allRoutes(platform), {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
  })
  atEnd(() => app.close())
  return async (path: string, payload: object, remoteAddress: string) => {
    const headers = { origin: 'http://localhost:7070', cookie: 'mkt_sso=mss_invented' }
    const answer = await app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers, remoteAddress })
    return { status: answer.statusCode, code: answer.json().code }
  }
}

const password = 'long enough it is'
const verifier = 'v'.repeat(43)
it.each([
  ['/invitations/read', { token: 'mki_invented' }],
  ['/people', { email: 'new@example.test', name: 'New', password, invitation: 'mki_invented' }],
  ['/session/second-factor', { token: 'msf_invented', code: '123456' }],
  ['/session/passkey/options', { token: 'msf_invented' }],
  ['/session/passkey', { token: 'mpk_invented', response: {} }],
  ['/session/sso/callback', { query: 'code=1' }],
  ['/session/tool', { code: 'mtc_invented', verifier }],
  ['/session/device/token', { deviceCode: 'mdc_invented' }],
])('what stands for a credential is looked up in the turn of its address', async (path, payload) => {
  const parties: string[] = []
  const post = await posting(async (party) => {
    parties.push(party)
    throw new QueueFull('party')
  })
  expect(await post(path, payload, '203.0.113.9')).toEqual({ status: 429, code: 'rate_limited' })
  expect(parties).toEqual(['203.0.113.9'])
})

it.each([
  ['/session/passkey/options', {}, 200],
  ['/session/sso', { organization: 'none' }, 404],
])('one address begins a limited number of sign-ins a minute', async (path, payload, usual) => {
  const post = await posting()
  const statuses: number[] = []
  for (let begun = 0; begun < limits.signInStarts.value; begun += 1)
    statuses.push((await post(path, payload, '203.0.113.8')).status)
  expect(new Set(statuses)).toEqual(new Set([usual]))
  expect(await post(path, payload, '203.0.113.8')).toEqual({ status: 429, code: 'rate_limited' })
  expect((await post(path, payload, '198.51.100.7')).status).toBe(usual)
})
