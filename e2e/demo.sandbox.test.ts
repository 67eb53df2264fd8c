import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, connect, type Page, signIn } from '../scripts/demo/api.ts'

const root = resolve(import.meta.dirname, '..')
const MINUTES = 60_000

interface Account {
  email: string
  password: string
}
interface Bootstrap {
  apiUrl: string
  customer: Account
  publisher: Account
  moderator: Account
  simulator: { connected: { apiUrl: string } }
}

let dataDir: string
let server: ChildProcess | undefined
let bootstrap: Bootstrap

/** Starts the platform as on a laptop, on free ports, and waits until the demo world is there. */
async function start(): Promise<number> {
  const ports = ['API', 'GATEWAY', 'STATE', 'SIMULATOR'].map((name) => [`MKT_${name}_PORT`, '0'])
  const env = { ...process.env, ...Object.fromEntries(ports), MKT_DATA_DIR: dataDir, MKT_ENGINE: 'sandbox' }
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  let output = ''
  await new Promise<void>((ready, failed) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('MKT ready')) ready()
    })
    child.once('exit', () => failed(new Error(`The platform ended: ${output}`)))
  })
  const readyAt = Date.now()
  bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
  for (;;) {
    const { demo } = (await (await fetch(`${bootstrap.apiUrl}/readyz`)).json()) as { demo: string }
    if (demo === 'done') return Date.now() - readyAt
    if (demo !== 'seeding') throw new Error(`The demo is ${demo}: ${output}`)
    await new Promise((later) => setTimeout(later, 200))
  }
}

async function stop(): Promise<void> {
  if (!server || server.exitCode !== null) return
  const gone = once(server, 'exit')
  server.kill('SIGTERM')
  await gone
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-demo-'))
  await start()
}, 3 * MINUTES)
afterAll(async () => {
  await stop()
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
    await stop()
    expect(await start()).toBeLessThan(15_000)
    const customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
    expect(await installationsOf(customer)).toHaveLength(6)
  })
})
