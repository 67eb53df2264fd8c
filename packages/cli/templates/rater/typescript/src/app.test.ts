import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetchHandler, type RaterAnswer } from '@mkt/sdk'
import { type FakePlatform, findBleeding, sampleRating, startFakePlatform } from '@mkt/sdk/testing'
import { app } from './app.ts'

let platform: FakePlatform
before(async () => {
  platform = await startFakePlatform()
  process.env.MKT_STATE_API = platform.stateApi
})
after(() => platform.close())

const customerWith = (yearlyPremium: string) => platform.route({ settings: { yearlyPremium } })

test('every peril costs what the customer entered', async () => {
  const answer = await platform.send(fetchHandler(app), customerWith('120.50'), '/rate', sampleRating())
  const { pricedPerilCharacteristics } = (await answer.json()) as RaterAnswer
  assert.deepEqual(
    Object.values(pricedPerilCharacteristics).map(({ yearlyPremium }) => yearlyPremium),
    sampleRating().policyExposurePerils.map(() => '120.50'),
  )
})

test('no customer is charged the premium of another', async () => {
  const probes = ['100', '200'].map((premium) => ({
    route: customerWith(premium),
    path: '/rate',
    payload: sampleRating(),
  }))
  const start = async () => ({ target: fetchHandler(app) })
  assert.deepEqual(await findBleeding({ platform, start, probes }), [])
})
