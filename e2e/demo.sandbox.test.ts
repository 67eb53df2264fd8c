import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isApplicationSource } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bootstrap } from '../packages/server/src/laptop/bootstrap.ts'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { createPool } from '../packages/server/src/store/database/pool.ts'
import { scanDatabase } from '../packages/server/src/testing/database/scan-database.ts'
import { demoDone, type RunningLaptop, startLaptop } from '../packages/server/src/testing/platform/laptop.ts'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'
import { demoApps } from '../scripts/demo/demo-apps.ts'
import { stirConnected, stirEnterprise } from '../scripts/demo/stir-tenants.ts'
import { root } from './testing/root.ts'

const MINUTES = 60_000

let dataDir: string
let laptop: RunningLaptop
let bootstrap: Bootstrap
/** Signed in once: a password costs half a second of computing. */
let customer: Api

/** What the demo says while it makes its world. */
const making = /^demo: .* runs at northwind$/m
let firstWords: string

/** Starts the platform and waits until the demo world is complete. */
async function start(): Promise<void> {
  laptop = await startLaptop(dataDir, { MKT_LOG_LEVEL: 'debug' }, { demo: true })
  bootstrap = laptop.bootstrap
  await demoDone(laptop)
  customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-demo-'))
  await start()
  firstWords = laptop.output()
}, 3 * MINUTES)
afterAll(async () => {
  await laptop?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}, MINUTES)

interface Installation {
  id: string
  state: string
  listing: { name: string }
}

const installationsOf = async () =>
  (await customer.get<Page<Installation>>('/organizations/northwind/installations?limit=100')).items

async function eventsOf(name: string): Promise<{ state: string }[]> {
  const installation = (await installationsOf()).find(({ listing }) => listing.name === name)
  return (await customer.get<Page<{ state: string }>>(`/installations/${installation?.id}/deliveries?limit=100`)).items
}

/** What the demo's customer typed into write-only settings; a word that is found everywhere would prove nothing. */
function secretSettings(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { name, launch } of demoApps) {
    const text = readFileSync(join(root, 'examples', name, 'platform-app.json'), 'utf8')
    const { app } = JSON.parse(text) as { app?: { fields?: { name: string; type: string; sensitive?: boolean }[] } }
    for (const field of app?.fields ?? []) {
      const value = launch?.settings[field.name]
      if ((field.type === 'Password' || field.sensitive) && value && value.length >= 8)
        found[`${name} ${field.name}`] = value
    }
  }
  expect(Object.keys(found).length).toBeGreaterThan(1)
  return found
}

describe('the demo world of a first start', () => {
  it('has six public applications, each running at northwind, and one that waits for the moderators', async () => {
    const states = (await installationsOf()).map(({ listing, state }) => `${listing.name} ${state}`)
    const names = ['audit', 'minimal', 'notifier', 'rater', 'settings', 'vin-autofill']
    expect(states.sort()).toEqual(names.map((name) => `acme/${name} RUNNING`))
    const moderator = await signIn(bootstrap.apiUrl, bootstrap.moderator)
    expect((await moderator.get<Page<unknown>>('/reviews?state=OPEN')).items).toHaveLength(1)
  })

  it('has policies that were filled in by one application and priced by another', async () => {
    const simulator = connect(bootstrap.simulator.connected.apiUrl)
    const { items } = await simulator.get<{ items: { url: string; status: number; answer: unknown }[] }>(
      '/_sim/requests',
    )
    const answers = (end: string) =>
      items.filter(({ url }) => url.endsWith(end)).map(({ answer }) => JSON.stringify(answer))
    expect(answers('/autofill').join()).toContain('Accord')
    expect(answers('/rate').join()).toContain('yearlyPremium')
  })

  it('delivered every event', async () => {
    for (const { id, listing } of await installationsOf()) {
      if (['acme/rater', 'acme/vin-autofill'].includes(listing.name)) continue
      await expect
        .poll(async () => {
          const { items } = await customer.get<Page<{ state: string }>>(`/installations/${id}/deliveries?limit=100`)
          return items.length > 0 && items.every(({ state }) => state === 'DELIVERED')
        })
        .toBe(true)
    }
  })

  it('runs unchanged with the relay off, reading and writing; with it the policy system sees the relay alone', {
    timeout: 3 * MINUTES,
  }, async () => {
    const { items: tenants } = await customer.get<Page<{ id: string }>>('/organizations/northwind/tenants')
    const installations = await installationsOf()
    const audit = installations.find(({ listing }) => listing.name === 'acme/audit')?.id
    const { connected, enterprise } = bootstrap.simulator
    const simulators = [connected.apiUrl, enterprise.apiUrl]
    type Logged = { direction: string; from?: string; method: string; url: string; status: number }
    const logged = async () =>
      (await Promise.all(simulators.map((url) => connect(url).get<{ items: Logged[] }>('/_sim/requests')))).flatMap(
        ({ items }) => items,
      )
    const relayedSince = async (begin: Date) => {
      const calls = await customer.get<Page<{ at: string }>>(`/installations/${audit}/tenant-calls?limit=100`)
      return calls.items.filter(({ at }) => new Date(at) >= begin).length
    }
    for (const relay of ['off', 'read', 'write']) {
      for (const { id } of tenants) await customer.patch(`/tenants/${id}`, { relay })
      const heard = new Map<string, number>()
      for (const { listing } of installations) heard.set(listing.name, (await eventsOf(listing.name)).length)
      const begin = new Date()
      for (const url of simulators) await fetch(`${url}/_sim/requests`, { method: 'DELETE' })
      await stirConnected(bootstrap.simulator)
      await stirEnterprise(bootstrap.simulator)
      for (const { listing } of installations) {
        if (['acme/rater', 'acme/vin-autofill'].includes(listing.name)) continue
        await expect
          .poll(
            async () => {
              const events = await eventsOf(listing.name)
              const isMore = events.length > (heard.get(listing.name) ?? 0) || events.length === 100
              return isMore && events.every(({ state }) => state === 'DELIVERED')
            },
            { timeout: MINUTES, message: `${listing.name} with the relay ${relay}` },
          )
          .toBe(true)
      }
      const requests = await logged()
      const answered = (end: string) => requests.filter(({ url, status }) => url.endsWith(end) && status === 200).length
      expect([answered('/autofill') > 0, answered('/rate') > 0], relay).toEqual([true, true])
      const fromApps = requests.filter(({ direction, from }) => direction === 'in' && isApplicationSource(from ?? ''))
      expect(fromApps.length > 0, relay).toBe(relay === 'off')
      // They are recorded in batches, beside the requests.
      if (relay === 'off') expect(await relayedSince(begin)).toBe(0)
      else await expect.poll(() => relayedSince(begin), { message: relay }).toBeGreaterThan(0)
    }
    for (const { id } of tenants) await customer.patch(`/tenants/${id}`, { relay: 'off' })
  })

  it('leaves no secret in the database or in the log, not even at the finest level', { timeout: MINUTES }, async () => {
    const { connected, enterprise } = bootstrap.simulator
    const note = 'planted-7c1e-in-an-event'
    const { length: before } = await eventsOf('acme/minimal')
    await connect(connected.apiUrl).post('/_sim/events', {
      tenant: connected.hostName,
      type: 'policy.issue',
      data: { policyLocator: '100002122', note },
    })
    await expect.poll(async () => (await eventsOf('acme/minimal')).length).toBeGreaterThan(before)
    const pool = createPool(
      { host: join(dataDir, 'postgres/socket'), port: 5432, user: 'mkt', database: 'mkt' },
      { name: 'test', max: 1 },
      silentLog,
    )
    try {
      const secrets = {
        note,
        ...secretSettings(),
        operator: bootstrap.operator.password,
        publisher: bootstrap.publisher.password,
        publisherKey: bootstrap.publisher.apiKey,
        customer: bootstrap.customer.password,
        customerKey: bootstrap.customer.apiKey,
        integration: connected.integration.password,
        data: connected.data.password,
        token: enterprise.token,
      }
      for (const [name, secret] of Object.entries(secrets)) {
        expect(await scanDatabase(pool, secret), name).toEqual([])
        expect(laptop.output().includes(secret), name).toBe(false)
      }
    } finally {
      await pool.end()
    }
  })

  it('is found again by the next start, which leaves it as it is', { timeout: 2 * MINUTES }, async () => {
    await laptop.end('SIGTERM')
    await start()
    expect(firstWords).toMatch(making)
    expect(laptop.output()).not.toMatch(making)
    expect(await installationsOf()).toHaveLength(6)
  })

  it('goes on after a kill, on other ports, with applications that find their state', {
    timeout: 3 * MINUTES,
  }, async () => {
    const { stateUrl } = bootstrap
    await laptop.end('SIGKILL')
    await start()
    expect(bootstrap.stateUrl).not.toBe(stateUrl)
    const { connected } = bootstrap.simulator
    const before = (await eventsOf('acme/notifier')).length
    await connect(connected.apiUrl).post('/_sim/events', {
      tenant: connected.hostName,
      type: 'policy.issue',
      data: { policyLocator: '100002122' },
    })
    await expect
      .poll(
        async () => {
          const events = await eventsOf('acme/notifier')
          return events.length > before && events.every(({ state }) => state === 'DELIVERED')
        },
        { timeout: 90_000, interval: 500 },
      )
      .toBe(true)
  })
})
