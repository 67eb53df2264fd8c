import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { policySystem } from './policy-system.ts'
import { sampleState } from './testing/samples.ts'

async function withServer(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

describe('policySystem', () => {
  it('calls the address of the state with its token', async () => {
    const seen: string[] = []
    await withServer(
      (request, response) => {
        seen.push(`${request.method} ${request.url} ${request.headers.authorization}`)
        response.end('{"locator":"1"}')
      },
      async (url) => {
        const system = policySystem(sampleState({ platformApiUrl: `${url}/`, token: 'T' }), { tenant: 'tenant-1' })
        expect(await system.policy('10/2')).toEqual({ locator: '1' })
        await system.resource('quotes', 'Q')
      },
    )
    expect(seen).toEqual(['GET /policy/10%2F2 Bearer T', 'GET /policy/tenant-1/quotes/Q Bearer T'])
  })

  it('renews a refused token once', async () => {
    await withServer(
      (request, response) => {
        response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401
        response.end('{}')
      },
      async (platformApiUrl) => {
        const state = sampleState({ platformApiUrl, token: 'old' })
        const renewed = policySystem(state, { renew: async () => ({ ...state, token: 'new' }) })
        expect(await renewed.get('/x')).toEqual({})
        const refused = policySystem(state, { renew: async () => state })
        await expect(refused.get('/x')).rejects.toMatchObject({ status: 401, retryable: false })
      },
    )
  })

  it('says what may be tried again', async () => {
    await withServer(
      (_request, response) => {
        response.statusCode = 503
        response.end('busy')
      },
      async (platformApiUrl) => {
        const system = policySystem(sampleState({ platformApiUrl }))
        await expect(system.post('/x', {})).rejects.toMatchObject({ status: 503, retryable: true, body: 'busy' })
      },
    )
    const nowhere = policySystem(sampleState({ platformApiUrl: 'http://127.0.0.1:9' }))
    await expect(nowhere.get('/x')).rejects.toMatchObject({ status: 0, retryable: true })
  })
})
