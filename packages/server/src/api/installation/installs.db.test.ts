import { beforeAll, expect, it } from 'vitest'
import { noteMove } from '../../actions/installation/note-installation.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld } from '../../testing/world/world.ts'

let api: TestApi
let listingId: string
let publisher: string
let customer: string

/** Another installation of the app, with the customer who launched it. */
async function install(like: string, organization: Organization, change: object): Promise<string> {
  const id = newId('ins', api.platform.clock.now())
  await api.database.pool.query(
    'insert into installation select (jsonb_populate_record(one, $2)).* from installation one where id = $1',
    [like, JSON.stringify({ id, route_id: id, organization_id: organization.id, ...change })],
  )
  return id
}

beforeAll(async () => {
  api = await testApi()
  const acme = await api.organization('acme')
  const other = await api.organization('northwind')
  const owner = await api.person({ role: 'owner', organization: acme })
  publisher = owner.authorization
  customer = (await api.person({ role: 'owner', organization: other })).authorization
  const world = await testWorld(api, acme, owner.id)
  listingId = world.listings ?? ''
  const like = world.installations ?? ''
  const own = await install(like, acme, { state: 'ERROR', reason: 'The app answered 500 to install.', test: true })
  const theirs = await install(like, other, { state: 'ERROR', reason: 'Their secret words' })
  await install(like, other, {
    last_failure: { operation: 'upgrade', reason: 'Their other words', at: new Date().toISOString() },
  })
  await install(like, other, { state: 'UNINSTALLED' })
  const { db, random, clock } = api.platform
  const after = (seconds: number) => ({
    random,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + seconds * 1000) },
  })
  await noteMove(after(1), db, own, 'ERROR', 'x', 'install')
  await noteMove(after(1), db, theirs, 'ERROR', 'x', 'health')
  await noteMove(after(2), db, theirs, 'PENDING', null)
  await noteMove(after(3), db, theirs, 'ERROR', 'x', 'register')
})

it('counts the installations of each release by state, and says what those that fail failed at last', async () => {
  const { releases } = await api.as(publisher).getInstalls({ params: { id: listingId } })
  expect(releases).toMatchObject([
    {
      release: { version: '1.0.0', state: 'LIVE' },
      total: 5,
      own: 3,
      states: [
        { state: 'ERROR', count: 2 },
        { state: 'RUNNING', count: 3 },
      ],
      failures: [{ operation: 'upgrade', count: 1 }],
    },
  ])
  expect(releases[0]?.errors.toSorted((one, two) => one.step.localeCompare(two.step))).toEqual([
    { step: 'install', count: 1 },
    { step: 'register', count: 1 },
  ])
})

it("names the publisher's own installations that fail, and no word of anybody else's", async () => {
  const answer = await api.as(publisher).getInstalls({ params: { id: listingId } })
  expect(answer.failing).toMatchObject([
    { tenant: 'Tenant', test: true, state: 'ERROR', step: 'install', reason: 'The app answered 500 to install.' },
  ])
  expect(JSON.stringify(answer)).not.toContain('words')
})

it('is nobody else’s to see', async () => {
  await expect(api.as(customer).getInstalls({ params: { id: listingId } })).rejects.toMatchObject({ status: 404 })
})
