import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { oddWorld } from '../../testing/odd/odd-world.ts'
import { eventually } from '../../testing/run/eventually.ts'

const world = await oddWorld()
const { db } = world.platform
const params = { id: world.installationId }
const customer = world.as(world.parties.customer)
const gatewayUrl = world.platform.addresses.gatewayUrl

const answering = (status: number, body: unknown) =>
  world.answer((_request, response) => void response.writeHead(status).end(JSON.stringify(body)))
const recorded = (requestId: string | null) =>
  eventually(async () => {
    const { items } = await customer.listCalls({ params })
    const found = items.find((call) => call.requestId === requestId)
    expect(found).toBeDefined()
    return found
  })

afterEach(() => {
  world.platform.addresses.gatewayUrl = gatewayUrl
})

test('an autofill is tried through the gateway, and what it filled is shown without secrets', async () => {
  const fieldValues = { year: ['2003'], leak: ['the first secret'] }
  answering(200, { fieldValues })
  world.clock.advance(1_000)
  const tried = await customer.sendTestCall({ params })
  expect(tried).toMatchObject({ kind: 'autofill', path: '/fill', status: 200, problem: null, premiums: [] })
  expect(tried.filled).toEqual([
    { name: 'year', value: '2003' },
    { name: 'leak', value: '[secret]' },
  ])
  expect(tried.answer).not.toContain('the first secret')
  const seen = world.server.seen.at(-1)
  expect(seen?.headers).toMatchObject({ 'x-mkt-route': world.routeId, 'x-mkt-deadline-ms': '5000' })
  expect(seen?.headers['x-mkt-key']).toBeDefined()
  expect(seen?.headers['x-mkt-test']).toBeUndefined()
  const call = await recorded(tried.requestId)
  expect(call).toMatchObject({ kind: 'autofill', status: 200, test: true })
  const ofTests = await customer.listCalls({ params, query: { test: 'true' } })
  const ofPolicySystem = await customer.listCalls({ params, query: { test: 'false' } })
  expect(ofTests.items).toContainEqual(call)
  expect(ofPolicySystem.items).not.toContainEqual(call)
  const { lastActivityAt } = await customer.getOverview({ params: { org: world.customer.id } })
  expect(Date.parse(lastActivityAt ?? '1970-01-01')).toBeLessThan(Date.parse(call?.at ?? ''))
  const { items: entries } = await customer.listActivity({ params, query: { requestId: tried.requestId ?? '' } })
  expect(entries).toMatchObject([{ kind: 'autofill', test: true }])
  // Every autofill of this world is a test.
  const figures = await customer.getCallFigures({ params, query: {} })
  expect(figures.kinds.filter(({ kind }) => kind === 'autofill')).toEqual([])
  const { items } = await customer.listAudit({ params: { org: world.customer.id } })
  const details = { kind: 'autofill', path: '/fill' }
  expect(items).toContainEqual(expect.objectContaining({ action: 'call.test', details }))
})

test('premiums of a rater are shown and are no part of the pricing record, nor an answer to fall back to', async () => {
  await customer.changeInstallation({ params, body: { onFailure: { rater: 'last' } } })
  const prices = { 'collision-1': { premium: '120.50' }, 'bodily_injury-1': { premium: '80' } }
  answering(200, { pricedPerilCharacteristics: prices })
  const tried = await customer.sendTestCall({ params, body: { path: '/rate' } })
  expect(tried).toMatchObject({ kind: 'rater', total: 200.5, currency: 'USD', filled: [] })
  expect(tried.premiums).toContainEqual({ exposure: 'vehicle', peril: 'collision', basis: 'premium', amount: 120.5 })
  // A call of the policy system comes after it, so what the test left would be there when that one is.
  const body = JSON.stringify({ policy: { locator: 'P-9' } })
  const headers = { 'x-mkt-caller': world.callerSecret, 'x-mkt-test': '1' }
  await fetch(`${gatewayUrl}/${world.routeId}/rate`, { method: 'POST', body, headers })
  const rows = await eventually(async () => {
    const found = await db.selectFrom('pricing').select('policy_locator').execute()
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(rows).toEqual([{ policy_locator: 'P-9' }])
  const kept = await eventually(async () => {
    const found = await db.selectFrom('last_answer').select('request_digest').execute()
    const digests = found.map((row) => row.request_digest.toString('hex'))
    expect(digests).toContain(createHash('sha256').update(`/rate\n${body}`).digest('hex'))
    return digests
  })
  expect(kept).toHaveLength(1)
})

test('a call that fails tells why, in the words of the application, whatever the policy system would get instead', async () => {
  const onFailure = { autofill: 'skip' as const }
  await customer.changeInstallation({ params, body: { onFailure } })
  answering(500, { message: 'The rate table is missing' })
  const tried = await customer.sendTestCall({ params })
  expect(tried).toMatchObject({ status: 502, problem: { code: 'app_bad_answer' }, filled: [], answer: '' })
  expect(tried.problem?.detail).toContain('status 500')
  expect(tried.problem?.detail).toContain('The rate table is missing')
  expect(await recorded(tried.requestId)).toMatchObject({ status: 502, fallback: null, appStatus: 500, test: true })
})

test('a gateway that cannot be reached, or where something else answers, is told as such', async () => {
  world.platform.addresses.gatewayUrl = 'http://127.0.0.1:1'
  await expect(customer.sendTestCall({ params })).rejects.toMatchObject({ status: 503, code: 'gateway_unreachable' })
  answering(200, [])
  world.platform.addresses.gatewayUrl = world.server.instance.address
  await expect(customer.sendTestCall({ params })).rejects.toMatchObject({ code: 'gateway_unreachable' })
})

test('only running installations are tried, at paths they declare, by people who may run them', async () => {
  await expect(customer.sendTestCall({ params, body: { path: '/hooks' } })).rejects.toMatchObject({
    code: 'illegal_move',
  })
  await expect(world.viewer.sendTestCall({ params })).rejects.toMatchObject({ status: 403 })
  await expect(world.as(world.parties.publisher).sendTestCall({ params })).rejects.toMatchObject({ status: 404 })
  await db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', world.installationId).execute()
  await expect(customer.sendTestCall({ params })).rejects.toMatchObject({ code: 'illegal_move' })
})
