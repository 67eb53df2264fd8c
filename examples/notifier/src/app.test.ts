import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchHandler } from '@mkt/sdk'
import { type FakePlatform, sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './app.ts'
import { composeNotice } from './notice.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await platform.close()
})

interface Received {
  headers: Record<string, unknown>
  body: string
}

async function receiver(status: number): Promise<{ url: string; received: Received[]; close(): void }> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  return { url, received, close: () => server.close() }
}

const send = (settings: Record<string, string>) =>
  platform.send(fetchHandler(app), platform.route({ settings }), '/policies', sampleEvent(), { 'webhook-id': 'evt_7' })

describe('the notifier', () => {
  it('posts a signed notice with the id of the delivery', async () => {
    const target = await receiver(200)
    try {
      expect((await send({ channel: 'http', url: target.url, signingSecret: 'shh' })).status).toBe(204)
      const [first] = target.received
      expect(JSON.parse(first?.body ?? '')).toEqual({ id: 'evt_7', text: 'Policy 100002122 was issued.' })
      expect(first?.headers['idempotency-key']).toBe('evt_7')
      expect(first?.headers['x-signature']).toBe(
        createHmac('sha256', 'shh')
          .update(first?.body ?? '')
          .digest('hex'),
      )
    } finally {
      target.close()
    }
  })

  it.each([
    [500, 503],
    [429, 503],
    [404, 422],
  ])('answers %i of the receiver with %i', async (theirs, ours) => {
    const target = await receiver(theirs)
    try {
      expect((await send({ channel: 'http', url: target.url })).status).toBe(ours)
    } finally {
      target.close()
    }
  })

  it('asks for another try when nobody answers', async () => {
    expect((await send({ channel: 'http', url: 'http://127.0.0.1:9' })).status).toBe(503)
  })

  it('writes in the tone of the customer', () => {
    expect(composeNotice(sampleEvent({ type: 'claim.open', data: { claimLocator: 'C1' } }), {})).toBe(
      'Claim C1 had the event claim.open.',
    )
    expect(composeNotice(sampleEvent(), { tone: 'friendly', prefix: '[N]' })).toBe(
      '[N] Good news travels fast: Policy 100002122 was issued.',
    )
  })
})
