import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { evaluateAlerts } from './evaluate-alerts.ts'

const api = await testApi()
const { db } = api.platform
/** Requests of a receiver that does not answer until the test lets it. */
const hanging: ServerResponse[] = []
let taken = 0
const receiver = createServer((request, response) => {
  request.resume()
  if (request.url === '/hanging') return void hanging.push(response)
  taken += 1
  response.end()
})
let address = ''

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  api.platform.policy.allowAddresses = ['127.0.0.1']
})
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
beforeEach(async () => {
  hanging.splice(0)
  taken = 0
  await db.deleteFrom('alert_rule').execute()
})

/** An organization with a refused credential and rules that tell it to this path. */
async function organization(name: string, path: string, rules: number): Promise<void> {
  const made = await api.organization(name)
  const { authorization } = await api.person({ role: 'owner', organization: made })
  const host = { api_url: `https://${name}.example.test`, host_name: `${name}.example.test` }
  const tenant = { id: newId('ten'), organization_id: made.id, name, variant: 'connected', ...host }
  await db
    .insertInto('tenant')
    .values(tenant as never)
    .execute()
  const credential = { id: newId('crd'), tenant_id: tenant.id, kind: 'data', sealed: Buffer.from('none') }
  await db
    .insertInto('credential')
    .values({ ...credential, refused_at: api.clock.now() } as never)
    .execute()
  const rule = { name, kind: 'credential', threshold: 90, target: 'slack', address: `${address}${path}` } as const
  for (let made = 0; made < rules; made += 1)
    await api.as(authorization).createAlertRule({ params: { org: name }, body: rule })
}

test('a receiver that hangs keeps others of its organization waiting, and no other organization', async () => {
  await organization('hanging', '/hanging', 2)
  await organization('quick', '/', 2)
  const evaluated = evaluateAlerts(api.platform)
  await expect.poll(() => [hanging.length, taken]).toEqual([1, 2])
  hanging[0]?.end()
  await expect.poll(() => hanging.length).toBe(2)
  hanging[1]?.end()
  await evaluated
})

test('a round that is stopped sends no further message', async () => {
  await organization('stopped', '/hanging', 2)
  const stopping = new AbortController()
  const evaluated = evaluateAlerts(api.platform, stopping.signal)
  await expect.poll(() => hanging.length).toBe(1)
  stopping.abort()
  hanging[0]?.end()
  await evaluated
  expect(hanging).toHaveLength(1)
  await evaluateAlerts(api.platform, stopping.signal)
  expect(hanging).toHaveLength(1)
})

test('an organization has thirty seconds a round, and the rest comes in the next one', async () => {
  await organization('slow', '/hanging', 2)
  const evaluated = evaluateAlerts(api.platform)
  await expect.poll(() => hanging.length).toBe(1)
  api.clock.advance(31_000)
  hanging[0]?.end()
  await evaluated
  expect(hanging).toHaveLength(1)
  const next = evaluateAlerts(api.platform)
  await expect.poll(() => hanging.length).toBe(2)
  hanging[1]?.end()
  await next
})
