import { fetchHandler, formatMappingPath, type PolicyUpdates } from '@mkt/sdk'
import { type FakePlatform, findBleeding, sampleAutofill, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './app.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await platform.close()
})

const path = (field: string) =>
  formatMappingPath({ variant: 'connected', level: 'exposure', product: 'personal-auto', exposure: 'vehicle', field })

const customer = (settings: Record<string, string>, fields = ['vin', 'make', 'model', 'year']) =>
  platform.route({
    settings,
    mappings: [{ productName: 'personal-auto', fields: Object.fromEntries(fields.map((name) => [name, path(name)])) }],
  })

const vehicles = (...list: Record<string, string[]>[]): PolicyUpdates => ({
  addExposures: list.map((fieldValues) => ({ exposureName: 'vehicle', fieldValues })),
})

async function ask(route: ReturnType<typeof customer>, updates: PolicyUpdates, productName = 'personal-auto') {
  const answer = await platform.send(fetchHandler(app), route, '/autofill', sampleAutofill(updates, { productName }))
  const body = (await answer.json()) as PolicyUpdates
  return body.addExposures?.map(({ fieldValues }) => fieldValues)
}

describe('vin-autofill', () => {
  it('fills each vehicle from its own number', async () => {
    const updates = vehicles({ vin: ['1HGCM82633A004352'] }, { vin: ['5YJ3E1EA7KF317000'] })
    expect(await ask(customer({ checkDigit: 'fill' }), updates)).toEqual([
      { vin: ['1HGCM82633A004352'], make: ['Honda'], model: ['Accord'], year: ['2003'] },
      { vin: ['5YJ3E1EA7KF317000'], make: ['Tesla'], model: ['Model 3'], year: ['2019'] },
    ])
  })

  it('keeps what was entered unless the customer wants it replaced', async () => {
    const updates = vehicles({ vin: ['1HGCM82633A004352'], year: ['1999'] })
    expect((await ask(customer({ existing: 'keep' }), updates))?.[0]?.year).toEqual(['1999'])
    expect((await ask(customer({ existing: 'replace' }), updates))?.[0]?.year).toEqual(['2003'])
  })

  it('fills only what the customer mapped, and nothing for products without a mapping', async () => {
    const updates = vehicles({ vin: ['1HGCM82633A004352'] })
    expect((await ask(customer({}, ['vin', 'year']), updates))?.[0]).toEqual({
      vin: ['1HGCM82633A004352'],
      year: ['2003'],
    })
    expect(await ask(customer({}), updates, 'homeowners')).toBeUndefined()
    expect(await ask(platform.route({ mappings: [] }), updates)).toBeUndefined()
  })

  it('leaves a change without a readable number as it is', async () => {
    expect(await ask(customer({}), vehicles({ vin: ['not a number'] }, {}, { vin: ['1HGCM82633A004353'] }))).toBe(
      undefined,
    )
  })

  it('keeps nothing between calls', async () => {
    const probes = [customer({ existing: 'keep' }), customer({ existing: 'replace' }, ['vin', 'make'])].map(
      (route) => ({
        route,
        path: '/autofill',
        payload: sampleAutofill(vehicles({ vin: ['1HGCM82633A004352'], year: ['1999'], make: ['Unknown'] })),
      }),
    )
    const start = async () => ({ target: fetchHandler(app) })
    expect(await findBleeding({ platform, start, probes })).toEqual([])
  })
})
