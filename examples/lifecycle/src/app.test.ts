import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchHandler } from '@mkt/sdk'
import { type FakePlatform, sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './app.ts'

let platform: FakePlatform
let partnerUrl: string
const calls: string[] = []
const partner = createServer((request, response) => {
  calls.push(`${request.method} ${request.url}`)
  response.writeHead(request.headers.authorization === 'Bearer right' ? 200 : 403).end()
})

beforeAll(async () => {
  platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
  await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
  partnerUrl = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
})
afterAll(async () => {
  vi.unstubAllEnvs()
  partner.close()
  await platform.close()
})

const target = fetchHandler(app)
const customer = (partnerKey: string) => platform.route({ settings: { partnerUrl, partnerKey } })

describe('the lifecycle example', () => {
  it('subscribes at install and configure, orders once for an event, and cleans up at uninstall', async () => {
    const route = customer('right')
    calls.length = 0
    expect((await platform.hook(target, route, 'install')).status).toBe(200)
    const configured = await platform.send(target, route, '/hooks/configure', {
      hook: 'configure',
      route: 'https://g/r',
    })
    expect(configured.status).toBe(200)
    await platform.send(target, route, '/events', sampleEvent(), { 'webhook-id': 'evt_1' })
    expect((await platform.hook(target, route, 'uninstall')).status).toBe(200)
    const subscription = `/subscriptions/${route.routeId}`
    expect(calls).toEqual([`PUT ${subscription}`, `PUT ${subscription}`, 'PUT /orders/evt_1', `DELETE ${subscription}`])
  })

  it('fails the install when the partner refuses the key', async () => {
    const answer = await platform.hook(target, customer('wrong'), 'install')
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('check its key')
  })

  it('takes calls of the partner only with the key of that customer', async () => {
    const route = customer('right')
    const call = (key: string) => platform.send(target, route, '/callbacks/done', {}, { 'x-partner-key': key })
    expect((await call('right')).status).toBe(204)
    expect((await call('wrong')).status).toBe(401)
  })
})
