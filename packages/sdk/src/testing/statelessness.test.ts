import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchHandler } from '../adapters/fetch.ts'
import { createApp } from '../app.ts'
import type { AutofillHandler } from '../handlers.ts'
import { type FakePlatform, startFakePlatform } from './fake-platform.ts'
import { sampleAutofill } from './samples.ts'
import { findBleeding } from './statelessness.ts'

let platform: FakePlatform
beforeAll(async () => {
  platform = await startFakePlatform()
})
afterAll(() => platform.close())

function find(makeHandler: () => AutofillHandler): Promise<string[]> {
  const customers = ['alpha', 'beta'].map((name) => ({
    name,
    route: platform.route({ settings: { name: `secret of ${name}` } }),
  }))
  return findBleeding({
    platform,
    start: async () => ({
      target: fetchHandler(createApp({ stateApi: platform.stateApi, autofill: { '/a': makeHandler() } })),
    }),
    probes: customers.map(({ name, route }) => ({
      route,
      path: '/a',
      payload: sampleAutofill(),
      own: [`secret of ${name}`],
    })),
  })
}

describe('findBleeding', () => {
  it('finds nothing in an application that reads its state for each request', async () => {
    expect(
      await find(() => async (_request, context) => ({ fieldValues: { a: [await context.setting('name')] } })),
    ).toEqual([])
  })

  it('finds a setting remembered from another customer', async () => {
    const problems = await find(() => {
      let remembered: string | undefined
      return async (_request, context) => {
        remembered ??= await context.setting('name')
        return { fieldValues: { a: [remembered] } }
      }
    })
    expect(problems.join()).toMatch(/shows another customer's data/)
  })

  it('finds a value shared by requests at the same time', async () => {
    const problems = await find(() => {
      let current = ''
      return async (_request, context) => {
        current = await context.setting('name')
        await new Promise(setImmediate)
        return { fieldValues: { a: [current] } }
      }
    })
    expect(problems.join()).toMatch(/beside other requests/)
  })

  it('finds a counter', async () => {
    const problems = await find(() => {
      let count = 0
      return () => ({ fieldValues: { a: [String(++count)] } })
    })
    expect(problems.join()).toMatch(/is answered differently after other requests/)
  })
})
