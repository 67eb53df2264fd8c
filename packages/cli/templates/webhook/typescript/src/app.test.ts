import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetchHandler } from '@mkt/sdk'
import { type FakePlatform, sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { app } from './app.ts'

let platform: FakePlatform
before(async () => {
  platform = await startFakePlatform()
  process.env.MKT_STATE_API = platform.stateApi
})
after(() => platform.close())

test('an event is heard with the settings of its customer', async () => {
  const customer = platform.route({ settings: { greeting: 'Salut' } })
  const answer = await platform.send(fetchHandler(app), customer, '/events', sampleEvent())
  assert.equal(answer.status, 204)
  assert.equal(customer.reads, 1)
})

test('an event of a customer who left is given up', async () => {
  const customer = platform.route()
  customer.fail(410, 'route_inactive')
  const answer = await platform.send(fetchHandler(app), customer, '/events', sampleEvent())
  assert.equal(answer.status, 422)
})
