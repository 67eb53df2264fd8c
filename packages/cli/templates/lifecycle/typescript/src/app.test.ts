import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetchHandler } from '@mkt/sdk'
import { type FakePlatform, startFakePlatform } from '@mkt/sdk/testing'
import { app } from './app.ts'

let platform: FakePlatform
before(async () => {
  platform = await startFakePlatform()
  process.env.MKT_STATE_API = platform.stateApi
})
after(() => platform.close())

test('every hook of the manifest is answered', async () => {
  const customer = platform.route({ settings: { partnerKey: 'sample' } })
  for (const hook of ['install', 'configure', 'uninstall']) {
    const call = { hook, route: 'https://gateway.invalid/r1', routeId: customer.routeId }
    const answer = await platform.send(fetchHandler(app), customer, `/hooks/${hook}`, call)
    assert.equal(answer.status, 200, hook)
  }
})
