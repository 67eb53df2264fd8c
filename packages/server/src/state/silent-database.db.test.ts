import { beforeAll, expect, it } from 'vitest'
import type { Platform } from '../actions/platform/platform.ts'
import { issueKey } from '../domain/route/key.ts'
import { silentLog } from '../lib/log.ts'
import { createChangeFeed } from '../store/database/change-feed.ts'
import { publishChanges } from '../store/database/changes.ts'
import { createDatabase } from '../store/database/database.ts'
import { createPool } from '../store/database/pool.ts'
import { transaction } from '../store/database/transaction.ts'
import { createTokenCache } from '../store/tenant/token-cache.ts'
import { type SilentProxy, startSilentProxy } from '../testing/http/silent-proxy.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { type LaunchWorld, launchWorld } from '../testing/world/launch-world.ts'
import { type StateServer, startStateServer } from './server.ts'

let world: LaunchWorld
let proxy: SilentProxy
let platform: Platform
let server: StateServer
const ids: string[] = []
let releaseId: string

/** A state process of its own whose only way to the database is a proxy that can stop forwarding. */
beforeAll(async () => {
  world = await launchWorld()
  const listing = await world.listing({ app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] } })
  releaseId = listing.releaseId
  for (let index = 0; index < 3; index += 1) {
    const { id } = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId: listing.id, tenantId: world.tenantId, settings: { a: `value ${index}` } },
    })
    await world.reach(id, 'RUNNING')
    ids.push(id)
  }
  proxy = await startSilentProxy(world.database.address)
  const address = { ...world.database.address, host: '127.0.0.1', port: proxy.port }
  const pool = createPool(address, { name: 'mkt silent', max: 4 }, silentLog)
  const changes = createChangeFeed(address, silentLog, { checkEveryMs: 200, checkLimitMs: 1_000 })
  await changes.ready()
  platform = { ...world.platform, db: createDatabase(pool), changes, tokens: createTokenCache(changes) }
  server = await startStateServer(platform, { host: '127.0.0.1', port: 0 })
  atEnd(async () => {
    proxy.speak()
    await server.stop()
    await changes.close()
    await pool.end()
    await proxy.close()
  })
})

function keyOf(installationId: string): string {
  const { keyRing, policy, clock } = platform
  return issueKey(keyRing, { installationId, releaseId, epoch: 1 }, clock.now(), policy.keyTtlSeconds)
}

/** Changes are heard in the order of their commits: once the last one is, nothing is forgotten any more. */
async function everythingHeard(): Promise<void> {
  const heard: string[] = []
  platform.changes.subscribe('listing', (subject) => heard.push(subject))
  await transaction(world.platform.db, (trx) => publishChanges(trx, [{ topic: 'listing', subject: 'the-last' }]))
  await expect.poll(() => heard).toContain('the-last')
}

async function read(which: string, id: string) {
  const began = performance.now()
  const response = await fetch(`http://127.0.0.1:${server.port}/${which}/${keyOf(id)}`)
  return { status: response.status, text: await response.text(), tookMs: performance.now() - began }
}

it('a process reads what it may be asked for at its start', async () => {
  await expect.poll(() => server.warmth).toEqual({ read: 3, total: 3, done: true })
  expect(server.cache.size).toBe(3)
})

it('while packets to the database are dropped, memory answers at once, tokens included', async () => {
  await expect.poll(() => server.warmth.done).toBe(true)
  await everythingHeard()
  for (const id of ids) await read('state', id)
  proxy.silence()
  const times: number[] = []
  for (const isNoticed of [false, true]) {
    if (isNoticed) await expect.poll(() => platform.changes.connected).toBe(false)
    for (let round = 0; round < 10; round += 1) {
      for (const [index, id] of ids.entries()) {
        const answer = await read(round % 2 === 0 ? 'state' : 'settings', id)
        expect(answer).toMatchObject({ status: 200, text: expect.stringContaining(`value ${index}`) })
        times.push(answer.tookMs)
      }
      world.clock.advance(1_001)
    }
  }
  // Who waits for the database does so for two seconds.
  expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(1_000)
})

it('what is not in memory is 503 after two seconds, with the time to wait', async () => {
  await expect.poll(() => platform.changes.connected).toBe(false)
  const answer = await read('settings', 'ins_00000000000000000000000000')
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('database_unavailable')
})

it('when the database answers again, changes made meanwhile are seen', async () => {
  await world.admin.putConfiguration({ params: { id: ids[1] ?? '' }, body: { settings: { a: 'changed' } } })
  proxy.speak()
  await expect.poll(() => platform.changes.connected).toBe(true)
  await expect.poll(async () => (await read('settings', ids[1] ?? '')).text).toContain('changed')
})
