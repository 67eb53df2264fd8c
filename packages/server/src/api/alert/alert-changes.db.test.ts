import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { NotificationKind } from '@mkt/contract/api'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluateAlerts } from '../../actions/alert/evaluate-alerts.ts'
import { insertNotifications } from '../../store/platform/notifications.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

interface Told {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

const api = await testApi()
const { db } = api.platform
const params = { org: 'northwind' }
const secret = 'a secret that nobody sees'
const received: Told[] = []
const receiver = createServer((request, response) => {
  text(request)
    .then((body) => received.push({ path: request.url ?? '', headers: request.headers, body }))
    .catch(() => {})
    .finally(() => response.writeHead(200).end())
})
let address = ''
let organizationId = ''
let installationId = ''
let people: string[] = []
let client: ReturnType<typeof api.as>

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/first?token=planted`
  api.platform.policy.allowAddresses = ['127.0.0.1']
  const organization = await api.organization('northwind')
  const owner = await api.person({ role: 'owner', organization })
  const admin = await api.person({ role: 'admin', organization })
  organizationId = organization.id
  people = [owner.id, admin.id]
  client = api.as(owner.authorization)
  installationId = (await testWorld(api, organization, owner.id)).installations ?? ''
})
afterAll(() => receiver.close())
beforeEach(async () => {
  received.splice(0)
  await db.deleteFrom('alert_rule').execute()
  await db.deleteFrom('notification').execute()
})

/** Every member hears of it. */
const notified = (kind: NotificationKind, title: string) => {
  const what = { kind, title, text: 'Read it.', link: '/publish/lst_1', organizationId, createdAt: api.clock.now() }
  return insertNotifications(
    db,
    people.map((personId) => ({ ...what, personId, id: newId('ntf', api.clock.now()) })),
  )
}
const rule = { name: 'Desk', kind: 'notifications', topics: ['reviews'], target: 'webhook' } as const
const create = (change: object = {}) =>
  client.createAlertRule({ params, body: { ...rule, address, secret, ...change } as never })
const changed = (id: string, body: object) => client.changeAlertRule({ params: { id }, body: body as never })
const titles = () =>
  received.map(({ body }) => {
    const { firing, resolved } = JSON.parse(body) as { firing: { title: string }[]; resolved: object[] }
    return [firing.map(({ title }) => title), resolved.length]
  })

test('what members are notified of under the chosen topics is told once, and never as over', async () => {
  await notified('review.opened', 'Before the rule')
  api.clock.advance(1000)
  await create()
  await notified('review.answered', 'Approved')
  await notified('installation.failing', 'Of another topic')
  await evaluateAlerts(api.platform)
  expect(titles()).toEqual([[['Approved'], 0]])
  expect((await client.getAlertRules({ params })).rules).toMatchObject([{ topics: ['reviews'], firing: 0 }])
  api.clock.advance(6 * 60_000)
  await evaluateAlerts(api.platform)
  expect(titles()).toHaveLength(1)
})

test('a notification of quiet hours is told afterwards, however long they were', async () => {
  const at = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16)
  await create({ quietHours: { from: at(-1), to: at(30), timeZone: 'UTC' } })
  await notified('review.opened', 'At night')
  await evaluateAlerts(api.platform)
  expect(received).toEqual([])
  api.clock.advance(31 * 60_000)
  await evaluateAlerts(api.platform)
  expect(titles()).toEqual([[['At night'], 0]])
})

test('a topic that is added later tells of what comes from then on, and what waited is told anyway', async () => {
  const at = (minutes: number) => new Date(api.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16)
  const { id } = await create({ quietHours: { from: at(-1), to: at(30), timeZone: 'UTC' } })
  await notified('review.opened', 'Waiting')
  await notified('release.failed', 'Not asked for then')
  await evaluateAlerts(api.platform)
  api.clock.advance(1000)
  await changed(id, { topics: ['reviews', 'releases'], quietHours: null })
  await notified('release.failed', 'Asked for now')
  await evaluateAlerts(api.platform)
  expect(titles().map(([firing]) => [...(firing as string[])].sort())).toEqual([['Asked for now', 'Waiting']])
})

test('a changed rule keeps the address and the secret that nobody gave again', async () => {
  const { id, address: origin } = await create()
  const row = await changed(id, { name: 'Night desk', quietHours: null })
  expect(row).toMatchObject({ id, name: 'Night desk', address: origin, kind: 'notifications' })
  await client.testAlertRule({ params: { id } })
  const [{ path, headers, body } = { path: '', headers: {} as IncomingHttpHeaders, body: '' }] = received
  expect(path).toBe('/first?token=planted')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`)
  await changed(id, { address: address.replace('first', 'second') })
  await client.testAlertRule({ params: { id } })
  expect(received.map((told) => told.path)).toEqual(['/first?token=planted', '/second?token=planted'])
})

test('a change leaves an audit entry that says what was changed, and not to which secret', async () => {
  const { id } = await create()
  await changed(id, {
    name: 'Other',
    kind: 'notifications',
    topics: ['reviews'],
    secret: 'another secret that is long',
  })
  const { items } = await client.listAudit({ params })
  const entry = items.find(({ action, subject }) => action === 'alert.change' && subject?.id === id)
  expect(entry).toMatchObject({ subject: { kind: 'alert', id }, details: { changed: ['name', 'secret'] } })
  expect(JSON.stringify([items, await db.selectFrom('alert_rule').selectAll().execute()])).not.toContain(
    'another secret',
  )
})

test('a change is refused that would leave a rule nobody could receive or that watches things of others', async () => {
  const { id } = await create()
  const refused = (body: object) => expect(changed(id, body)).rejects.toMatchObject({ code: 'alert_refused' })
  await refused({ topics: [] })
  await refused({ kind: 'failing' })
  await refused({ installationId })
  await refused({ target: 'slack' })
  await refused({ target: 'mail', address: 'stranger@example.test' })
  await refused({ quietHours: { from: '22:00', to: '06:00', timeZone: 'Middle/Earth' } })
  await refused({ kind: 'failing', threshold: 5, installationId: 'ins_other' })
  expect((await client.getAlertRules({ params })).rules).toMatchObject([{ name: 'Desk', topics: ['reviews'] }])
})

test('a rule that watches something else starts over, and one that is only renamed remembers what it told', async () => {
  const { id } = await create({ kind: 'failing', threshold: 1, topics: undefined, installationId })
  const broken = { state: 'ERROR', reason: 'It could not start.', updated_at: new Date(0) } as const
  await db.updateTable('installation').set(broken).where('id', '=', installationId).execute()
  const evaluated = async () => {
    api.clock.advance(6 * 60_000)
    await evaluateAlerts(api.platform)
    return received.length
  }
  expect(await evaluated()).toBe(1)
  await changed(id, { name: 'Other name', threshold: 2 })
  expect(await evaluated()).toBe(1)
  await changed(id, { installationId: null })
  expect(await evaluated()).toBe(2)
})
