import { fetchHandler } from '@mkt/sdk'
import { type FakePlatform, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { startReceiver, startTestSimulator } from '../../../packages/simulator/src/testing.ts'
import { app } from './app.ts'

let sim: Awaited<ReturnType<typeof startTestSimulator>>
let receiver: Awaited<ReturnType<typeof startReceiver>>
let platform: FakePlatform

beforeAll(async () => {
  sim = await startTestSimulator()
  receiver = await startReceiver(() => ({ status: 202 }))
  platform = await startFakePlatform()
  vi.stubEnv('MKT_STATE_API', platform.stateApi)
  const endpoint = { url: `${receiver.url}/policies` }
  const eventTypes = ['policy.quote.create', 'policy.change.create', 'policy.status.update', 'policy.account.create']
  await call('POST', '/event/:tenant/webhooks', { name: 'audit', enabled: true, eventTypes, endpoint })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  receiver.close()
  await Promise.all([sim.close(), platform.close()])
})
afterEach(() => {
  receiver.received.length = 0
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await sim.call(method, sim.enterpriseUrl(path), body, sim.ready.enterprise.token)
  expect(answer.body.message).toBeUndefined()
  return answer.body
}

const fields = {
  subject: "$.exposures['PersonalVehicle'].data['vin']",
  holder: "$.accounts['ConsumerAccount'].data['lastName']",
}

function customer(detail: string, mappings = [{ productName: 'PersonalAuto', fields }]) {
  const { apiUrl, token } = sim.ready.enterprise
  return platform.route({ settings: { detail, chainSecret: 's' }, mappings, platformApiUrl: apiUrl, token })
}

/** Sends what the policy system posted on to the application, as the gateway does, and gives its lines by event. */
async function linesOf(route: ReturnType<typeof customer>): Promise<Map<string, Record<string, unknown>>> {
  await sim.idle()
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    for (const { path, body } of receiver.received) {
      const headers = { 'x-mkt-tenant': sim.ready.enterprise.tenantLocator }
      const { status } = await platform.send(fetchHandler(app), route, path, body, headers)
      expect(status).toBe(204)
    }
    const lines = print.mock.calls.map(([line]) => JSON.parse(String(line).replace(/ \S+$/, '')))
    return new Map(lines.map((line) => [line.what, line]))
  } finally {
    print.mockRestore()
  }
}

async function issue(productName: string, elements: object[]) {
  const account = await call('POST', '/policy/:tenant/accounts', {
    type: 'ConsumerAccount',
    data: { firstName: 'Ada', lastName: 'Byron' },
  })
  const body = { productName, accountLocator: account.locator, elements }
  const quote = await call('POST', '/policy/:tenant/quotes', body)
  for (const step of ['validate', 'price', 'accept'])
    await call('POST', `/policy/:tenant/quotes/${quote.locator}/${step}`)
  return call('POST', `/policy/:tenant/quotes/${quote.locator}/issue`)
}

const vehicle = (vin: string) => ({ type: 'PersonalVehicle', data: { vin } })

it('names what is insured on the lines of its quote, policy and changes, from the mapped exposure', async () => {
  const quote = await issue('PersonalAuto', [vehicle('VIN-1'), vehicle('VIN-2')])
  const change = { kind: 'change', elements: [vehicle('VIN-3')] }
  await call('POST', `/policy/:tenant/policies/${quote.policyLocator}/transactions`, change)
  const lines = await linesOf(customer('names'))
  expect(lines.get('policy.quote.create')?.subject).toEqual(['VIN-1', 'VIN-2'])
  expect(lines.get('policy.status.update')?.subject).toEqual(['VIN-1', 'VIN-2'])
  expect(lines.get('policy.change.create')?.subject).toEqual(['VIN-1', 'VIN-2'])
  expect(lines.get('policy.account.create')).not.toHaveProperty('subject')
})

it('names the policyholder, from the mapped account, only where the customer asks for people', async () => {
  await issue('PersonalAuto', [vehicle('VIN-4')])
  const discreet = await linesOf(customer('names'))
  expect(discreet.get('policy.quote.create')).not.toHaveProperty('holder')
  const open = await linesOf(customer('people'))
  expect(open.get('policy.quote.create')?.holder).toEqual(['Byron'])
})

it('writes its line for a product without a mapping, and for a thing that is not there', async () => {
  await issue('Homeowners', [{ type: 'Dwelling', data: { street: 'Harbour Street' } }])
  const tenant = sim.ready.enterprise.tenantLocator
  await sim.call('POST', '/_sim/events', { tenant, type: 'policy.change.create', data: { policyLocator: 'none' } })
  const lines = await linesOf(customer('people'))
  expect(lines.get('policy.quote.create')).toBeDefined()
  expect(lines.get('policy.quote.create')).not.toHaveProperty('subject')
  expect(lines.get('policy.change.create')?.to).toEqual({ policyLocator: 'none' })
})

it('reads nothing from the policy system where nothing is mapped', async () => {
  await issue('PersonalAuto', [vehicle('VIN-5')])
  await sim.call('DELETE', '/_sim/requests')
  expect((await linesOf(customer('people', []))).size).toBeGreaterThan(0)
  expect((await sim.call('GET', '/_sim/requests')).body.items).toEqual([])
})
