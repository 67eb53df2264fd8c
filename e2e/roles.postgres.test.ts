import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@mkt/contract/client'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../packages/simulator/src/start-simulator.ts'
import { endApplications } from './testing/end-applications.ts'
import {
  answerToEvent,
  createOperator,
  type Launched,
  launchFirstApp,
  type ServerProcess,
  startServer,
  type Variables,
} from './testing/production.ts'
import { type SystemPostgres, startSystemPostgres } from './testing/system-postgres.ts'

// Each role in processes of its own, as on machines of their own. Those of the role api share a disk, and the workers their engine.

const ROLES = ['api', 'api', 'gateway', 'gateway', 'state', 'state', 'relay', 'worker', 'worker'] as const
type Role = (typeof ROLES)[number]
const urls: Record<Role, string[]> = { api: [], gateway: [], state: [], relay: [], worker: [] }
const running: Record<Role, Running[]> = { api: [], gateway: [], state: [], relay: [], worker: [] }
const closing: (() => Promise<unknown>)[] = []
/** Of these, the first process is replaced while requests come. */
const ROLLED = ['gateway', 'state', 'api'] as const
const SHARING: ReadonlySet<Role> = new Set(['api', 'worker'])
const DRAIN: Variables = { MKT_DRAIN_SECONDS: '3' }
/** How often the balancer looks, far less often than it sends. Without a pause between its requests the processes that start would wait for those that ask. */
const [LOOK_MS, PAUSE_MS] = [100, 10]
/** A process, and how to start another one in its place. */
interface Running {
  server: ServerProcess
  replace(): Promise<void>
}

let simulator: Simulator
let launched: Launched
let caller: string
let operator: Variables
/** Starts a platform of its own with all roles in one process. */
let startAlone: () => Promise<ServerProcess>

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-roles-'))
  closing.push(async () => rmSync(folder, { recursive: true, force: true }))
  closing.push(() => endApplications(folder))
  const postgres: SystemPostgres = await startSystemPostgres()
  closing.push(() => postgres.stop())
  postgres.create('mkt')
  simulator = await startSimulator({ seed: 'roles' })
  closing.push(() => simulator.close())
  const places = await Promise.all(
    ROLES.map(async (role) => ({ role, port: await freePort(), otlpPort: await freePort() })),
  )
  for (const { role, port } of places) urls[role].push(`http://127.0.0.1:${port}`)
  const shared: Variables = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url('mkt'),
    MKT_MASTER_KEY: randomBytes(32).toString('base64'),
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
    MKT_PUBLIC_URL: urls.api[0] ?? '',
    MKT_GATEWAY_URL: urls.gateway[0] ?? '',
    MKT_STATE_URL: urls.state[0] ?? '',
    MKT_RELAY_URL: urls.relay[0] ?? '',
    MKT_OTLP_URL: `http://127.0.0.1:${places.find(({ role }) => role === 'state')?.otlpPort}`,
  }
  const starts = places.map(async ({ role, port, otlpPort }, index) => {
    const isFirst = ROLES.indexOf(role) === index
    const data = SHARING.has(role) ? role : `${index}`
    const own = { MKT_ROLES: role, MKT_DATA_DIR: join(folder, data), MKT_OTLP_PORT: `${otlpPort}` }
    const start = async (more: Variables = {}) => {
      const server = await startServer({ ...shared, ...own, ...more, [`MKT_${role.toUpperCase()}_PORT`]: `${port}` })
      expect(server.child.exitCode, server.output()).toBeNull()
      return server
    }
    const one: Running = {
      server: await start(isFirst && ROLLED.some((rolled) => rolled === role) ? DRAIN : {}),
      replace: async () => {
        one.server = await start()
      },
    }
    running[role].push(one)
    closing.push(() => one.server.stop())
  })
  await Promise.all(starts)
  startAlone = async () => {
    const ports = ['API', 'GATEWAY', 'STATE', 'RELAY', 'OTLP'].map(async (name) => [
      `MKT_${name}_PORT`,
      `${await freePort()}`,
    ])
    postgres.create('alone')
    const server = await startServer({
      ...shared,
      ...Object.fromEntries(await Promise.all(ports)),
      DATABASE_URL: postgres.url('alone'),
      MKT_DATA_DIR: join(folder, 'alone'),
    })
    closing.push(() => server.stop())
    expect(server.child.exitCode, server.output()).toBeNull()
    return server
  }
  operator = { ...shared, MKT_DATA_DIR: join(folder, 'operator') }
  launched = await launchFirstApp(urls.api[0] ?? '', operator, simulator, 'a secret of this customer')
  caller = (await launched.client.rotateCallerSecret({ params: { id: launched.id } })).callerSecret
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** What the system says of the main thread of a process. */
const threadOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/status`, 'utf8')

/** Calls the app over one of the gateways; it answers with the key that came with the request. */
function ask(gateway: string | undefined): Promise<Response> {
  return fetch(`${gateway}/${launched.routeId}/key`, { headers: { 'x-mkt-caller': caller } })
}

describe('a platform of many processes', () => {
  it('runs an app on a machine without the registry, delivers its events, and answers from every gateway', async () => {
    expect(await answerToEvent(simulator, launched)).toMatch(/"region":"eu"/)
    for (const gateway of urls.gateway) await expect.poll(async () => (await ask(gateway)).status).toBe(200)
  })

  it('tells on the port of each role that its process is ready, with database and change feed', async () => {
    for (const url of Object.values(urls).flat()) {
      const answer = await fetch(`${url}/readyz`)
      expect(answer.status, url).toBe(200)
      expect(await answer.json(), url).toMatchObject({ status: 'ready', database: 'up', changeFeed: 'up' })
      expect(await (await fetch(`${url}/metrics`)).text(), url).toContain('mkt_process_cpu_seconds_total')
    }
  })

  it('shows a new configuration in every process that serves state within the blink the change feed needs', async () => {
    const { client, id } = launched
    await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
    const key = await (await ask(urls.gateway[0])).text()
    const region = async (url: string) =>
      ((await (await fetch(`${url}/settings/${key}`)).json()) as { settings: { region: string } }).settings.region
    for (const wanted of ['na', 'eu', 'na']) {
      const { mappings } = await client.getConfiguration({ params: { id } })
      await client.putConfiguration({ params: { id }, body: { settings: { region: wanted }, mappings } })
      for (const url of urls.state) await expect.poll(() => region(url), { interval: 10 }).toBe(wanted)
    }
  })

  it('wakes a process without traffic less than ten times a second, a worker that cares for an app and all roles in one too', async () => {
    const alone = await startAlone()
    const processes = [...Object.values(running).flatMap((all) => all.map(({ server }) => server)), alone]
    const pids = processes.map(({ child }) => child.pid ?? 0)
    const switches = () => pids.map((pid) => Number(/^voluntary_\w+:\s+(\d+)/m.exec(threadOf(pid))?.[1]))
    const mostWakes = async () => {
      const [before, began] = [switches(), performance.now()]
      await delay(5_000)
      const seconds = (performance.now() - began) / 1_000
      return Math.max(...switches().map((count, at) => (count - (before[at] ?? 0)) / seconds))
    }
    await expect.poll(mostWakes).toBeLessThan(10)
    await alone.stop()
  })

  it('passes requests of applications on to the policy system from a process of its own', async () => {
    const { client, id } = launched
    const { tenantId } = await client.getInstallation({ params: { id } })
    await client.changeTenant({ params: { id: tenantId }, body: { relay: 'read' } })
    const key = await (await ask(urls.gateway[0])).text()
    const record = async () =>
      (await (await fetch(`${urls.state[1]}/state/${key}`)).json()) as { platformApiUrl: string; token: string }
    await expect.poll(async () => (await record()).platformApiUrl).toBe(`${urls.relay[0]}/${id}`)
    const { platformApiUrl, token } = await record()
    const products = () => fetch(`${platformApiUrl}/products/`, { headers: { authorization: `Bearer ${token}` } })
    await expect.poll(async () => (await products()).status).toBe(200)
    await expect
      .poll(async () => (await client.listTenantCalls({ params: { id } })).items.map(({ path }) => path))
      .toContain('/products/')
    await client.changeTenant({ params: { id: tenantId }, body: { relay: 'off' } })
  })

  it('knows a session in every process that serves the API, and ends it in all of them', async () => {
    const [first, second] = urls.api
    const { token } = await createClient({ baseUrl: first ?? '' }).signIn({ body: launched.account })
    const me = (url: string | undefined) => fetch(`${url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await me(second)).status).toBe(200)
    await createClient({ baseUrl: second ?? '', authorization: () => `Bearer ${token}` }).signOut()
    for (const url of urls.api) await expect.poll(async () => (await me(url)).status).toBe(401)
  })

  it('does once what is sent with one idempotency key to two processes at the same time', async () => {
    const { token } = await createClient({ baseUrl: urls.api[0] ?? '' }).signIn({ body: launched.account })
    const send = (url: string) =>
      fetch(`${url}/api/v1/organizations`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'one-organization',
        },
        body: JSON.stringify({ name: 'twice' }),
      })
    await Promise.all(urls.api.map((url) => send(url)))
    const [one, other] = await Promise.all(urls.api.map(async (url) => (await send(url)).json()))
    expect(one).toMatchObject({ name: 'twice' })
    expect(other).toEqual(one)
  })

  it('stops an installation at every gateway, and starts it again at every one', async () => {
    const { client, id } = launched
    for (const gateway of urls.gateway) await expect.poll(async () => (await ask(gateway)).status).toBe(200)
    await client.stopInstallation({ params: { id } })
    for (const gateway of urls.gateway) await expect.poll(async () => (await ask(gateway)).status).toBe(410)
    await client.startInstallation({ params: { id } })
    for (const gateway of urls.gateway) await expect.poll(async () => (await ask(gateway)).status).toBe(200)
  })

  it.each(ROLLED)(
    'loses no request of a balancer that only asks who is ready, while a %s process is replaced',
    async (role) => {
      const [leaving = '', staying = ''] = urls[role]
      const [one] = running[role]
      const key = await (await ask(urls.gateway[1])).text()
      const path = { gateway: `/${launched.routeId}/key`, state: `/settings/${key}`, api: '/docs' }[role]
      const headers = { 'x-mkt-caller': caller }
      const statuses: unknown[] = []
      let isReady = true
      let isOver = false
      const looking = (async () => {
        while (!isOver) {
          isReady = await fetch(`${leaving}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
          await delay(LOOK_MS)
        }
      })()
      const callers = Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const answer = await fetch(`${isReady ? leaving : staying}${path}`, { headers }).catch(String)
          statuses.push(typeof answer === 'string' ? answer : answer.status)
          if (typeof answer !== 'string') await answer.arrayBuffer()
          await delay(PAUSE_MS)
        }
      })
      await expect.poll(() => statuses.length).toBeGreaterThan(50)
      await one?.server.stop()
      const before = statuses.length
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 50)
      await one?.replace()
      await expect.poll(() => isReady).toBe(true)
      isOver = true
      await Promise.all([looking, ...callers])
      expect(new Set(statuses)).toEqual(new Set([200]))
    },
  )

  it('goes on delivering when a worker is killed, also the one that ran the app', async () => {
    for (const worker of running.worker) {
      worker.server.child.kill('SIGKILL')
      expect(await answerToEvent(simulator, launched)).toMatch(/"region"/)
      await worker.replace()
    }
  })

  it('locks an account in every process after wrong passwords at one', async () => {
    const email = 'forgetful@example.com'
    const password = await createOperator(operator, email)
    const signIn = (url: string | undefined, tried: string) =>
      fetch(`${url}/api/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: tried }),
      })
    const codeOf = async (url: string | undefined, tried: string) => {
      const answer = await signIn(url, tried)
      const { code } = (await answer.json()) as { code?: string }
      if (code === 'account_locked') expect(answer.status).toBe(429)
      return code
    }
    // Guesses of those who guessed wrong have what the machine can spare: one that came to no answer in time counts as none.
    const codes: (string | undefined)[] = []
    const guess = async () => {
      codes.push(await codeOf(urls.api[0], 'not the password'))
      return codes.at(-1)
    }
    await expect.poll(guess, { timeout: 150_000 }).toBe('account_locked')
    expect(codes.filter((code) => code === 'credentials_wrong').length).toBeLessThanOrEqual(10)
    expect(await codeOf(urls.api[1], password)).toBe('account_locked')
  })
})
