import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createContext } from './context.ts'

// A state interface whose policy system is away: it has no token to give, and the settings anyway.
const server = createServer((request, response) => {
  if (request.url?.startsWith('/broken')) return response.end('{"settings":')
  const away = request.url?.startsWith('/state/')
  response.statusCode = away ? 503 : 200
  response.end(away ? '{"code":"tenant_unavailable"}' : '{"settings":{"a":"1"},"mappings":[]}')
})
beforeEach(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const contextOf = (below = '') => {
  const stateApi = `http://127.0.0.1:${(server.address() as AddressInfo).port}${below}`
  const request = { method: 'POST', url: '/x', headers: { 'x-mkt-key': 'k' }, body: async () => new Uint8Array() }
  return createContext(request, { stateApi })
}

it('settings can be read although the state could not, because the policy system is away', async () => {
  const context = contextOf()
  await expect(context.state()).rejects.toMatchObject({ code: 'tenant_unavailable', retryable: true })
  expect(await context.setting('a')).toBe('1')
})

it('a record that is no JSON is the same as no answer', async () => {
  await expect(contextOf('/broken').state()).rejects.toMatchObject({ code: 'state_unreachable', retryable: true })
})
