import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluateAlerts } from '../../actions/alert/evaluate-alerts.ts'
import { emptyLatencies, latencyClass } from '../../domain/traffic/latency.ts'
import { slotOf } from '../../domain/traffic/traffic.ts'
import { holdAlertRule, nextAlertRules } from '../../store/alert/alert-rules.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

const api = await testApi()
const { db } = api.platform
const secret = 'a secret that nobody sees'
const params = { org: 'northwind' }
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let status = 200
const receiver = createServer((request, response) => {
  text(request)
    .then((body) => received.push({ headers: request.headers, body }))
    .catch(() => {})
    .finally(() => response.writeHead(status).end())
})
let address = ''
let owner: Awaited<ReturnType<typeof api.person>>
let installationId = ''
let organizationId = ''
let world: Awaited<ReturnType<typeof testWorld>>
let letter: object
let client: ReturnType<typeof api.as>

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=planted`
  api.platform.policy.allowAddresses = ['127.0.0.1']
  const organization = await api.organization('northwind')
  owner = await api.person({ role: 'owner', organization })
  client = api.as(owner.authorization)
  world = await testWorld(api, organization, owner.id)
  installationId = world.installations ?? ''
  organizationId = organization.id
  const now = api.platform.clock.now()
  letter = {
    installation_id: installationId,
    organization_id: organization.id,
    listing_id: world.listings,
    path: '/hook',
    size: 0,
    received_at: now,
    due_at: now,
    state: 'DEAD',
  }
})
afterAll(() => receiver.close())
beforeEach(async () => {
  received.splice(0)
  status = 200
  await db.deleteFrom('alert_rule').execute()
  await db.deleteFrom('event').where('state', '=', 'DEAD').execute()
  await db.deleteFrom('credential').execute()
  await installation({ state: 'RUNNING', considered_release_id: null, pinned: false })
})

const bury = () =>
  db
    .insertInto('event')
    .values({ id: newId('evt'), ...letter } as never)
    .execute()
const rule = { name: 'Letters', kind: 'dead_letters', threshold: 2, target: 'webhook' } as const
const create = (change: object = {}) =>
  client.createAlertRule({ params, body: { ...rule, address, secret, installationId, ...change } as never })
const bodies = () => received.map(({ body }) => JSON.parse(body) as { firing: object[]; resolved: object[] })
const installation = (set: object) => db.updateTable('installation').set(set).where('id', '=', installationId).execute()

/** A credential of the tenant that was entered some days ago. */
async function credential(days: number): Promise<string> {
  const id = newId('crd')
  const updated = new Date(api.clock.now().getTime() - days * 86_400_000)
  const row = { id, tenant_id: world.tenants, kind: 'data', sealed: Buffer.from('none'), updated_at: updated }
  await db
    .insertInto('credential')
    .values(row as never)
    .execute()
  return id
}

async function release(major: number): Promise<string> {
  const id = newId('rel')
  const former = await db
    .selectFrom('release')
    .select(['listing_id', 'image_digest'])
    .where('id', '=', world.releases ?? '')
    .executeTakeFirstOrThrow()
  const version = {
    version: `${major}.0.0`,
    major,
    minor: 0,
    patch: 0,
    manifest: '{}',
    manifest_text: '{}',
    state: 'CHECKED',
  }
  await db
    .insertInto('release')
    .values({ id, ...former, ...version } as never)
    .execute()
  return id
}

test('dead letters are told once, by a signed webhook, and their end too', async () => {
  await create()
  await bury()
  await evaluateAlerts(api.platform)
  expect(received).toEqual([])
  await bury()
  await evaluateAlerts(api.platform)
  await evaluateAlerts(api.platform)
  expect(bodies()).toMatchObject([{ type: 'alert', firing: [{ subject: installationId }], resolved: [] }])
  const [{ headers, body } = { headers: {}, body: '' }] = received
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  expect((await client.getAlertRules({ params })).rules).toMatchObject([{ firing: 1, problem: null }])
  await db.deleteFrom('event').where('state', '=', 'DEAD').execute()
  api.clock.advance(6 * 60_000)
  await evaluateAlerts(api.platform)
  expect(bodies()[1]).toMatchObject({ firing: [], resolved: [{ subject: installationId }] })
  expect((await client.getAlertRules({ params })).rules).toMatchObject([{ firing: 0 }])
})

test('a message that was not taken is sent again later, and the rule says why', async () => {
  await create()
  await bury()
  await bury()
  status = 500
  await evaluateAlerts(api.platform)
  await evaluateAlerts(api.platform)
  expect(received).toHaveLength(1)
  const [shown] = (await client.getAlertRules({ params })).rules
  expect(shown).toMatchObject({ toldAt: null, problem: 'The receiver answered with status 500.' })
  status = 200
  api.clock.advance(2 * 60_000)
  await evaluateAlerts(api.platform)
  expect(bodies()[1]).toMatchObject({ firing: [{ subject: installationId }] })
  const ids = received.map(({ headers }) => headers['webhook-id'])
  expect(ids[0]).toMatch(/^msg_/)
  expect(ids[1]).toBe(ids[0])
})

test('a worker that read the rule before another one sent does not send again', async () => {
  await create()
  await bury()
  await bury()
  const [before] = await nextAlertRules(db, '', 1)
  if (before === undefined) throw new Error('The rule was not read.')
  await evaluateAlerts(api.platform)
  expect(received).toHaveLength(1)
  const until = new Date(api.clock.now().getTime() + 60_000)
  expect(await holdAlertRule(db, before, until)).toBe(false)
  const [after] = await nextAlertRules(db, '', 1)
  expect(await holdAlertRule(db, after ?? before, until)).toBe(true)
})

test('a credential told as old is told as refused too', async () => {
  await create({ kind: 'credential', threshold: 1, installationId: undefined })
  const id = await credential(2)
  await evaluateAlerts(api.platform)
  await db.updateTable('credential').set({ refused_at: api.clock.now() }).where('id', '=', id).execute()
  api.clock.advance(6 * 60_000)
  await evaluateAlerts(api.platform)
  const told = bodies()
  expect(told[0]).toMatchObject({ firing: [{ subject: `${id}:age` }] })
  expect(told[1]).toMatchObject({ firing: [{ subject: `${id}:refused` }], resolved: [] })
})

test('every offered version is told, and none of a pinned installation', async () => {
  await create({ kind: 'update', threshold: undefined })
  const [second, third, fourth] = [await release(12), await release(13), await release(14)]
  for (const set of [
    { considered_release_id: second },
    { considered_release_id: third },
    { considered_release_id: fourth, pinned: true },
  ]) {
    await installation(set)
    await evaluateAlerts(api.platform)
    api.clock.advance(6 * 60_000)
  }
  expect(bodies()).toMatchObject([
    { firing: [{ subject: `${installationId}:12.0.0` }] },
    { firing: [{ subject: `${installationId}:13.0.0` }] },
    { firing: [], resolved: [{ subject: `${installationId}:13.0.0` }] },
  ])
})

test('a test says whether the receiver took it; private addresses are never called', async () => {
  const { id } = await create({ target: 'slack', secret: undefined })
  expect(await client.testAlertRule({ params: { id } })).toEqual({ taken: true, problem: null })
  expect(JSON.parse(received[0]?.body ?? '').text).toContain('This is a test')
  api.platform.policy.allowAddresses = []
  const answer = await client.testAlertRule({ params: { id } })
  api.platform.policy.allowAddresses = ['127.0.0.1']
  expect(answer).toEqual({ taken: false, problem: 'The receiver could not be reached: address_refused.' })
})

test('a test leaves an audit entry that says where the message went', async () => {
  const { id, address: to } = await create()
  await client.testAlertRule({ params: { id } })
  const { items } = await client.listAudit({ params })
  const entry = { action: 'alert.test', subject: { kind: 'alert', id } }
  expect(items).toContainEqual(expect.objectContaining({ ...entry, details: expect.objectContaining({ to }) }))
})

test('neither the secret nor the address in full is ever shown or kept readable', async () => {
  await create()
  const shown = JSON.stringify([
    await client.getAlertRules({ params }),
    await client.listAudit({ params }),
    await db.selectFrom('alert_rule').selectAll().execute(),
  ])
  for (const hidden of [secret, 'planted', Buffer.from(secret).toString('hex')]) expect(shown).not.toContain(hidden)
})

test('a rule is refused that nobody could receive or that watches things of others', async () => {
  const refused = (change: object) => expect(create(change)).rejects.toMatchObject({ code: 'alert_refused' })
  await refused({ target: 'mail', address: 'stranger@example.test' })
  await refused({ secret: undefined })
  await refused({ installationId: 'ins_other' })
  await refused({ threshold: undefined })
  await refused({ kind: 'failing', threshold: 2_000 })
  await refused({ quietHours: { from: '22:00', to: '06:00', timeZone: 'Middle/Earth' } })
  await refused({ address: 'https://me:planted@example.test' })
  await refused({ address: 'http://93.184.215.14/hook' })
  await refused({ address: 'http://10.0.0.1/hook' })
  await refused({ secret: 'whsec_this is no base64' })
  await refused({ installationId: undefined, listingId: 'lst_other' })
})

test('every kind of rule reads its facts', async () => {
  for (const [kind, threshold] of [
    ['failing', 5],
    ['slow', 100],
    ['credential', 1],
    ['update', 1],
  ] as const)
    await create({ name: kind, kind, threshold, installationId: undefined })
  const now = api.clock.now()
  const reason = { state: 'ERROR', reason: 'It could not start.', updated_at: new Date(0) }
  await installation({ ...reason, considered_release_id: await release(22) })
  await credential(2)
  const classes = emptyLatencies()
  classes[latencyClass(400)] = 20
  const counts = { requests: 20, failed: 0, classes, slowest_ms: 450 }
  await db
    .insertInto('traffic')
    .values({
      organization_id: organizationId,
      installation_id: installationId,
      slot: slotOf(now),
      kind: 'call',
      ...counts,
    })
    .execute()
  await evaluateAlerts(api.platform)
  const found = (await client.getAlertRules({ params })).rules.map(({ name, firing }) => [name, firing])
  expect(Object.fromEntries(found)).toEqual({ failing: 1, slow: 1, credential: 1, update: 1 })
})
