import { fetchHandler, formatMappingPath } from '@mkt/sdk'
import { type FakePlatform, findBleeding, sampleRating, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './app.ts'
import type { RateRow } from './rate-book.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await platform.close()
})

const product = 'personal-auto'
const value = formatMappingPath({
  variant: 'connected',
  level: 'exposure',
  product,
  exposure: 'vehicle',
  field: 'value',
})
const customer = (...rates: RateRow[]) =>
  platform.route({ settings: { rates }, mappings: [{ productName: product, fields: { value } }] })
const collision = { peril: 'collision', percent: 2 }
const others = (amount: number) => ({ peril: '*', amount })

describe('the rater', () => {
  it('prices every peril with the table of the customer', async () => {
    const answer = await platform.send(fetchHandler(app), customer(collision, others(80)), '/rate', sampleRating())
    expect(await answer.json()).toEqual({
      pricedPerilCharacteristics: {
        'peril-characteristics-1': { yearlyPremium: '360.00', technicalPremium: '360.00' },
        'peril-characteristics-2': { yearlyPremium: '80.00', technicalPremium: '80.00' },
      },
    })
  })

  it('names every table that cannot be read before it is saved', async () => {
    const configuration = {
      settings: { rates: [{ peril: 'collision' }], territoryFactors: [{ postalCode: '98', factor: -1 }] },
      mappings: [],
    }
    const call = { hook: 'check', installationId: null, release: '1.0.0', configuration }
    const answer = await platform.send(fetchHandler(app), customer(others(1)), '/_app/check', call)
    expect(await answer.json()).toMatchObject({
      blocking: true,
      problems: [{ setting: 'rates' }, { setting: 'territoryFactors' }],
    })
  })

  it('refuses when a peril has no rate', async () => {
    const answer = await platform.send(fetchHandler(app), customer(collision), '/rate', sampleRating())
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('liability')
  })

  it('never prices with the table of another customer', async () => {
    const tables = [[others(11)], [others(22)], [{ ...collision, percent: 3 }, others(33)]]
    const probes = tables.map((rates) => ({
      route: customer(...rates),
      path: '/rate',
      payload: sampleRating(),
    }))
    const start = async () => ({ target: fetchHandler(app) })
    expect(await findBleeding({ platform, start, probes })).toEqual([])
  })
})
