import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fetchHandler, formatMappingPath } from '@mkt/sdk'
import { type FakePlatform, findBleeding, sampleAutofill, startFakePlatform } from '@mkt/sdk/testing'
import { app } from './app.ts'

let platform: FakePlatform
before(async () => {
  platform = await startFakePlatform()
  process.env.MKT_STATE_API = platform.stateApi
})
after(() => platform.close())

const product = sampleAutofill().productName
const customerWith = (field: string) => {
  const note = formatMappingPath({ variant: 'connected', level: 'policy', product, field })
  return platform.route({ mappings: [{ productName: product, fields: { note } }] })
}

test('the mapped field is filled in', async () => {
  const request = sampleAutofill()
  const answer = await platform.send(fetchHandler(app), customerWith('remark'), '/autofill', request)
  assert.deepEqual(await answer.json(), { fieldValues: { remark: [`filled in for ${request.operation}`] } })
})

test('one customer never gets the field of another', async () => {
  const probes = ['remark', 'note'].map((field) => ({
    route: customerWith(field),
    path: '/autofill',
    payload: sampleAutofill(),
  }))
  const start = async () => ({ target: fetchHandler(app) })
  assert.deepEqual(await findBleeding({ platform, start, probes }), [])
})
