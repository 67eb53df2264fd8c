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

  it('renews a refused token once, and goes on with the new one', async () => {
    const seen: (string | undefined)[] = []
    await withServer(
      (request, response) => {
        seen.push(request.headers.authorization)
        response.statusCode = request.headers.authorization === 'Bearer new' ? 200 : 401
        response.end('{}')
      },
      async (platformApiUrl) => {
        const state = sampleState({ platformApiUrl, token: 'old' })
        const renewed = policySystem(state, { renew: async () => ({ ...state, token: 'new' }) })
        expect(await renewed.get('/x')).toEqual({})
        expect(await renewed.get('/x')).toEqual({})
        expect(seen).toEqual(['Bearer old', 'Bearer new', 'Bearer new'])
        const refused = policySystem(state, { renew: async () => state })
        await expect(refused.get('/x')).rejects.toMatchObject({ status: 401, retryable: false })
      },
    )
  })

  it('follows a redirect of the policy system, and gives its token to no other', async () => {
    const tokens: (string | undefined)[] = []
    const hear = (request: IncomingMessage, response: ServerResponse) => {
      tokens.push(request.headers.authorization)
      response.end('{}')
    }
    await withServer(hear, async (other) => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        if (request.url === '/there') return hear(request, response)
        response.writeHead(302, { location: request.url === '/away' ? other : '/there' }).end()
      }
      await withServer(answer, async (platformApiUrl) => {
        const system = policySystem(sampleState({ platformApiUrl, token: 'T' }))
        await system.get('/here')
        await system.get('/away')
      })
    })
    expect(tokens).toEqual(['Bearer T', undefined])
  })

  it('an answer that is cut off is the same as none', async () => {
    await withServer(
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{')
        setImmediate(() => response.destroy())
      },
      async (platformApiUrl) => {
        const system = policySystem(sampleState({ platformApiUrl }))
        await expect(system.get('/x')).rejects.toMatchObject({ status: 0, retryable: true })
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
