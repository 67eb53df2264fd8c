import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'
import { type Bootstrap, demoDone, type Laptop, startLaptop } from './testing/laptop.ts'

const MINUTES = 60_000

let dataDir: string
let laptop: Laptop
let bootstrap: Bootstrap

/** Gives the time from ready to a complete demo world. */
async function start(): Promise<number> {
  laptop = await startLaptop({ dataDir })
  bootstrap = laptop.bootstrap
  const ready = Date.now()
  await demoDone(laptop)
  return Date.now() - ready
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-demo-'))
  await start()
}, 3 * MINUTES)
afterAll(async () => {
  await laptop?.stop()
  rmSync(dataDir, { recursive: true, force: true })
}, MINUTES)

interface Installation {
  id: string
  state: string
  listing: { name: string }
}

const installationsOf = async (customer: Api) =>
  (await customer.get<Page<Installation>>('/organizations/northwind/installations?limit=100')).items

describe('the demo world of a first start', () => {
  it('has six public applications, each running at northwind, and one that waits for the moderators', async () => {
    const customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
    const states = (await installationsOf(customer)).map(({ listing, state }) => `${listing.name} ${state}`)
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
    const customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
    for (const { id, listing } of await installationsOf(customer)) {
      if (['acme/rater', 'acme/vin-autofill'].includes(listing.name)) continue
      await expect
        .poll(
          async () => {
            const { items } = await customer.get<Page<{ state: string }>>(`/installations/${id}/deliveries?limit=100`)
            return items.length > 0 && items.every(({ state }) => state === 'DELIVERED')
          },
          { timeout: 30_000 },
        )
        .toBe(true)
    }
  })

  it('is found again by the next start, which leaves it as it is', { timeout: 2 * MINUTES }, async () => {
    await laptop.stop()
    expect(await start()).toBeLessThan(15_000)
    const customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
    expect(await installationsOf(customer)).toHaveLength(6)
  })
})
