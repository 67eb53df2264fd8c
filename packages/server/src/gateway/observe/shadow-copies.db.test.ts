import { expect, test } from 'vitest'
import { shadowBatchIdentity } from '../../actions/trial/shadow-identity.ts'
import type { ComparedCall } from '../../domain/trial/compared-call.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { insertShadowBatch, shadowBatches } from '../../store/trial/shadows.ts'
import { startTestGateway } from '../../testing/gateway/gateway.ts'
import { callerSecret, testRoute } from '../../testing/gateway/routes.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { createShadowCopies } from './shadow-copies.ts'

const { platform, database } = await testPlatform()

const answerOf = (premium: number) => JSON.stringify({ pricedPerilCharacteristics: { a: { premium } } })
const rate = (url: string) =>
  fetch(`${url}/rate`, { method: 'POST', headers: { 'x-mkt-caller': callerSecret }, body: '{"operation":"renewal"}' })

async function scene(limits: object, shadowAnswer: Parameters<typeof startAppServer>[0]) {
  const client = createAppClient()
  const copies = createShadowCopies(platform, database.pool, client, limits)
  const gateway = await startTestGateway(database, { observers: [copies] })
  const live = await startAppServer((_request, response) => void response.end(answerOf(100)))
  const shadowed = await startAppServer(shadowAnswer)
  const { id, address } = shadowed.instance
  const route = gateway.routes.add(
    testRoute({ instances: [live.instance], shadow: { releaseId: 'rel_2', id, address } }),
  )
  const end = async () => {
    await copies.drain()
    await gateway.stop()
    await client.close()
    await live.close()
    await shadowed.close()
  }
  return { copies, gateway, live, route, shadowed, url: `${gateway.url}/${route.routeId}`, end }
}

test('a copy goes to the shadow after the answer, marked as one, and both answers are compared and sealed', async () => {
  platform.metrics.clear()
  const { copies, route, shadowed, url, end } = await scene(
    {},
    (_request, response) => void response.end(answerOf(107)),
  )
  const answer = await rate(url)
  expect(await answer.text()).toBe(answerOf(100))
  await copies.drain()
  expect(shadowed.seen).toHaveLength(1)
  expect(shadowed.seen[0]?.headers['x-mkt-shadow']).toBe('1')
  expect(shadowed.seen[0]?.headers['x-mkt-key']).toMatch(/^t/)
  expect(shadowed.seen[0]?.body.toString()).toBe('{"operation":"renewal"}')
  const [batch] = await database.db
    .selectFrom('shadow_batch')
    .selectAll()
    .where('installation_id', '=', route.installationId)
    .execute()
  if (!batch) throw new Error('nothing was kept')
  const text = await platform.vault.open(batch.organization_id, shadowBatchIdentity(batch.id), batch.sealed)
  const [compared] = JSON.parse(text.toString()) as ComparedCall[]
  expect([compared?.before.total, compared?.after.total]).toEqual([100, 107])
  await end()
})

test('a shadow that hangs or fails changes nothing for the policy system; copies beyond the bounds are dropped and counted', async () => {
  platform.metrics.clear()
  const { copies, shadowed, url, end } = await scene({ atOnce: 4 }, () => {})
  for (let index = 0; index < 10; index += 1) expect((await rate(url)).status).toBe(200)
  expect(copies.dropped).toBe(8)
  expect(shadowed.seen.length).toBeLessThanOrEqual(2)
  await shadowed.close()
  await end()
})

test('a hanging shadow leaves capacity for other releases, and does not delay the shutdown', async () => {
  const { copies, gateway, live, route, url, end } = await scene({ atOnce: 2, drainMs: 10 }, () => {})
  const sound = await startAppServer((_request, response) => void response.end(answerOf(100)))
  const { id, address } = sound.instance
  const other = gateway.routes.add(
    testRoute({ instances: [live.instance], shadow: { releaseId: 'rel_3', id, address } }),
  )
  for (let index = 0; index < 3; index += 1) await rate(url)
  await rate(`${gateway.url}/${other.routeId}`)
  await expect.poll(() => sound.seen.length).toBe(1)
  expect(copies.dropped).toBe(2)
  await copies.drain()
  const kept = await database.db
    .selectFrom('shadow_batch')
    .select(['calls', 'dropped'])
    .where('installation_id', '=', route.installationId)
    .execute()
  expect(kept).toEqual([{ calls: 0, dropped: 2 }])
  await end()
  await sound.close()
})

test('no more copies a second than the limit', async () => {
  platform.metrics.clear()
  const { copies, shadowed, url, end } = await scene({ perSecond: 1 }, (_request, response) => void response.end('{}'))
  const begun = performance.now()
  for (let index = 0; index < 20; index += 1) await rate(url)
  const seconds = Math.ceil((performance.now() - begun) / 1000) + 1
  expect(20 - copies.dropped).toBeLessThanOrEqual(seconds)
  await copies.drain()
  expect(shadowed.seen).toHaveLength(20 - copies.dropped)
  await end()
})

test('of a shadow the latest calls are kept, and older ones go', async () => {
  const at = new Date('2026-01-01T00:00:00Z')
  const of = { installationId: newId('ins'), releaseId: 'rel_2', organizationId: newId('org') }
  for (const id of ['shb_1', 'shb_2', 'shb_3'])
    await insertShadowBatch(database.pool, { id, ...of, calls: 100, dropped: 0, sealed: Buffer.of(1), at }, 200)
  const left = await shadowBatches(database.db, of.installationId, of.releaseId, null, 10)
  expect(left.map(({ id }) => id)).toEqual(['shb_3', 'shb_2'])
})
