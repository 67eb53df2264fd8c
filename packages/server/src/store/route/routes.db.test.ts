import { publicPathsOf } from '@mkt/manifest'
import { expect, test, vi } from 'vitest'
import { createRouteTable } from '../../actions/route/route-table.ts'
import { silentLog } from '../../lib/log.ts'
import { testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { testWorld } from '../../testing/world/world.ts'
import { publishChanges } from '../database/changes.ts'
import { transaction } from '../database/transaction.ts'
import { storedRoutes } from './routes.ts'

const api = await testApi()
const { db, changes } = api.platform
const organization = await api.organization('customer')
const owner = await api.person({ role: 'owner', organization })
const world = await testWorld(api, organization, owner.id)
const installationId = world.installations ?? ''
const manifest = {
  name: 'customer/thing',
  version: '1.0.0',
  platform: {
    webhooks: [{ path: '/hooks', events: ['policy.*'] }],
    autofill: [{ path: '/fill', operations: ['*.create'], timeoutMs: 3000 }],
    externalRaters: [{ name: 'r', path: '/rate' }],
    public: ['/callback'],
  },
}
await db
  .updateTable('release')
  .set({ manifest: JSON.stringify(manifest) })
  .where('id', '=', world.releases ?? '')
  .execute()
const { route_id: routeId } = await db
  .selectFrom('installation')
  .select('route_id')
  .where('id', '=', installationId)
  .executeTakeFirstOrThrow()

test('a route holds what its release declares, who may call and where it runs', async () => {
  const instance = newId('inst')
  const now = new Date()
  for (const [id, state] of [
    [instance, 'HEALTHY'],
    [newId('inst'), 'DRAINING'],
  ] as const) {
    await db
      .insertInto('instance')
      .values({
        id,
        deployment_id: world.deployments ?? '',
        generation: 1,
        engine: 'sandbox',
        state,
        since: now,
        address: 'http://127.0.0.1:9',
        created_at: now,
      } as never)
      .execute()
  }
  await db
    .insertInto('caller_secret')
    .values({
      id: newId('csc'),
      installation_id: installationId,
      hash: Buffer.from('ab', 'hex'),
      sealed: Buffer.alloc(1),
    } as never)
    .execute()
  const [route] = await storedRoutes(db).some([installationId])
  expect(route).toMatchObject({
    routeId,
    installationId,
    state: 'RUNNING',
    tenant: 'policy.example.test',
    keyEpoch: 1,
    publicPaths: publicPathsOf(['/callback']),
  })
  expect(route?.webhookPaths).toEqual(new Set(['/hooks']))
  expect(route?.autofill.get('/fill')).toEqual({ timeoutMs: 3000 })
  expect(route?.raters.get('/rate')).toEqual({ timeoutMs: 10_000 })
  expect(route?.callerHashes).toEqual([Buffer.from('ab', 'hex')])
  expect(route?.instances).toEqual([{ id: instance, deploymentId: world.deployments, address: 'http://127.0.0.1:9' }])
})

test('the table in memory follows installations and deployments by the change feed', async () => {
  const table = await createRouteTable(storedRoutes(db), changes, silentLog)
  expect(table.byRouteId(routeId)?.state).toBe('RUNNING')
  await transaction(db, async (trx) => {
    await trx.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', installationId).execute()
    await publishChanges(trx, [{ topic: 'installation', subject: installationId }])
  })
  await eventually(() => expect(table.byRouteId(routeId)?.state).toBe('STOPPED'))
  await transaction(db, async (trx) => {
    await trx
      .updateTable('instance')
      .set({ state: 'STOPPED' })
      .where('deployment_id', '=', world.deployments ?? '')
      .execute()
    await publishChanges(trx, [{ topic: 'deployment', subject: world.deployments ?? '' }])
  })
  await eventually(() => expect(table.byInstallation(installationId)?.instances).toEqual([]))
  table.close()
})

test('every route is read however many pages they take, and one that changes meanwhile is read again', async () => {
  const source = storedRoutes(db, 1)
  const { count } = await db
    .selectFrom('installation')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  await db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', installationId).execute()
  const pages: number[] = []
  const after = async (id: string) => {
    const page = await source.after(id)
    pages.push(page.length)
    if (page[0]?.installationId !== installationId) return page
    expect(page[0].state).toBe('STOPPED')
    await db.updateTable('installation').set({ state: 'RUNNING' }).where('id', '=', installationId).execute()
    void changes.tell('installation', installationId)
    return page
  }
  const table = await createRouteTable({ ...source, after }, changes, silentLog)
  expect(pages).toEqual([...Array.from({ length: Number(count) }, () => 1), 0])
  expect([...table.all()]).toHaveLength(Number(count))
  await eventually(() => expect(table.byRouteId(routeId)?.state).toBe('RUNNING'))
  table.close()
})

test('a change is told when the table of this process shows it, or soon when the database is away', async () => {
  const source = storedRoutes(db)
  const reads: string[][] = []
  let broken = false
  const some = (ids: readonly string[]) => {
    reads.push([...ids])
    return broken ? Promise.reject(new Error('database away')) : source.some(ids)
  }
  const table = await createRouteTable({ ...source, some }, changes, silentLog)
  for (const state of ['STOPPED', 'RUNNING', 'STOPPED'] as const) {
    await db.updateTable('installation').set({ state }).where('id', '=', installationId).execute()
    // The former reading may still be on its way: it must not be taken for the new one.
    void changes.tell('installation', installationId)
    await changes.tell('installation', installationId)
    expect(table.byRouteId(routeId)?.state).toBe(state)
  }
  broken = true
  await changes.tell('installation', installationId)
  expect(reads.length).toBeGreaterThan(3)
  expect(table.byRouteId(routeId)?.state).toBe('STOPPED')
  table.close()
})

test('a route says that it is being read again after a change, and no longer when it was or the database is away', async () => {
  const source = storedRoutes(db)
  const gate = Promise.withResolvers<void>()
  let broken = false
  const some = async (ids: readonly string[]) => {
    await gate.promise
    return broken ? Promise.reject(new Error('database away')) : source.some(ids)
  }
  const table = await createRouteTable({ ...source, some }, changes, silentLog)
  expect(table.renewing(routeId)).toBeUndefined()
  await db.updateTable('installation').set({ state: 'STOPPED' }).where('id', '=', installationId).execute()
  const told = changes.tell('installation', installationId)
  const renewing = table.renewing(routeId)
  expect(renewing).toBeDefined()
  expect(table.renewing('r-another')).toBeUndefined()
  gate.resolve()
  await renewing
  expect(table.byRouteId(routeId)?.state).toBe('STOPPED')
  await told
  expect(table.renewing(routeId)).toBeUndefined()
  broken = true
  await changes.tell('installation', installationId)
  await table.renewing(routeId)
  expect(table.byRouteId(routeId)?.state).toBe('STOPPED')
  table.close()
})

test('what is in memory is served on when routes cannot be read', async () => {
  const source = storedRoutes(db)
  let broken = false
  const some = (ids: readonly string[]) => (broken ? Promise.reject(new Error('database away')) : source.some(ids))
  const table = await createRouteTable({ ...source, some }, changes, silentLog)
  broken = true
  await transaction(db, (trx) => publishChanges(trx, [{ topic: 'installation', subject: installationId }]))
  expect(table.byRouteId(routeId)).toBeDefined()
  broken = false
  await transaction(db, async (trx) => {
    await trx.updateTable('installation').set({ state: 'ERROR' }).where('id', '=', installationId).execute()
    await publishChanges(trx, [{ topic: 'installation', subject: installationId }])
  })
  await eventually(() => expect(table.byRouteId(routeId)?.state).toBe('ERROR'))
  table.close()
})

test('a route follows its tenant to another host name, and one that no header can carry is reported', async () => {
  const warn = vi.fn()
  const table = await createRouteTable(storedRoutes(db), changes, { ...silentLog, warn })
  try {
    const rename = async (hostName: string) => {
      await db
        .updateTable('tenant')
        .set({ host_name: hostName })
        .where('id', '=', world.tenants ?? '')
        .execute()
      await changes.tell('tenant', world.tenants ?? '')
    }
    await rename('moved.example.test')
    await eventually(() => expect(table.byRouteId(routeId)?.tenant).toBe('moved.example.test'))
    expect(warn).not.toHaveBeenCalled()
    await rename('evil→.test')
    await eventually(() => expect(table.byRouteId(routeId)?.tenant).toBe('evil→.test'))
    expect(warn).toHaveBeenCalledWith({ installationId }, expect.stringContaining('no host name'))
  } finally {
    table.close()
  }
})
