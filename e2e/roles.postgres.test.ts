import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@mkt/contract/client'
import { openImage, pushImage, readFile } from '@mkt/oci'
import { beforeAll, describe, expect, it } from 'vitest'
import { imageOf } from '../packages/oci/src/testing/image-of.ts'
import { type ManyProcesses, ROLES, type Role, STARTING_MS, startManyProcesses } from './testing/many-processes.ts'
import { answerToEvent, createOperator, type Launched } from './testing/production.ts'

// Two processes of each role, each with a folder of its own and behind a balancer. What one of them is told, all serve.

let world: ManyProcesses
let launched: Launched
let urls: Record<Role, string[]>
beforeAll(async () => {
  world = await startManyProcesses()
  launched = world.launched
  urls = Object.fromEntries(ROLES.map((role) => [role, world.places[role].map(({ url }) => url)])) as typeof urls
}, STARTING_MS)

/** What the system says of the main thread of a process. */
const threadOf = (pid: number) => readFileSync(`/proc/${pid}/task/${pid}/status`, 'utf8')

/** Calls the app over one of the gateways; it answers with the key that came with the request. */
function ask(gateway: string | undefined): Promise<Response> {
  return fetch(`${gateway}/${launched.routeId}/key`, { headers: { 'x-mkt-caller': world.caller } })
}

/** Of these, the first process is replaced while requests come. */
const ROLLED = ['gateway', 'state', 'api'] as const
/** How often who asks looks who is ready, far less often than it sends. Without a pause between its requests the processes that start would wait for those that ask. */
const [LOOK_MS, PAUSE_MS] = [100, 10]
/** Changes are rounds: on a busy machine the slower ones tell more of the machine than of us. */
const ROUNDS = 8
const BLINK_MS = 100

/** Begun when a change was answered: how long until the last of the addresses shows it, in milliseconds. */
async function untilAllShow(addresses: readonly string[], isShown: (url: string) => Promise<boolean>): Promise<number> {
  const answeredAt = performance.now()
  const shown = async (url: string) => {
    await expect.poll(() => isShown(url), { interval: 2 }).toBe(true)
    return performance.now() - answeredAt
  }
  return Math.max(...(await Promise.all(addresses.map(shown))))
}

describe('a platform of many processes', () => {
  it('runs an app on a machine without the registry, delivers its events, and answers from every gateway', async () => {
    expect(await answerToEvent(world.simulator, launched)).toMatch(/"region":"eu"/)
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

  it('shows a new configuration in every process that serves state within 100 ms of the answer', async () => {
    const { client, id } = launched
    await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
    const key = await (await ask(urls.gateway[0])).text()
    const region = async (url: string) =>
      ((await (await fetch(`${url}/settings/${key}`)).json()) as { settings: { region: string } }).settings.region
    const delays: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const wanted = round % 2 === 0 ? 'na' : 'eu'
      for (const url of urls.state) expect(await region(url)).not.toBe(wanted)
      const { mappings } = await client.getConfiguration({ params: { id } })
      await client.putConfiguration({ params: { id }, body: { settings: { region: wanted }, mappings } })
      delays.push(await untilAllShow(urls.state, async (url) => (await region(url)) === wanted))
    }
    expect(Math.min(...delays)).toBeLessThan(BLINK_MS)
  })

  it('wakes a process without traffic less than ten times a second, a worker that cares for an app and all roles in one too', async () => {
    const alone = await world.startAlone()
    const processes = [...Object.values(world.places).flatMap((all) => all.map(({ server }) => server)), alone]
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
    await expect.poll(async () => (await record()).platformApiUrl).toBe(`${world.fronts.relay.url}/${id}`)
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

  it('stops an installation at every gateway within 100 ms of the answer, and starts it again at every one', async () => {
    const { client, id } = launched
    const statusIs = (status: number) => async (url: string) => (await ask(url)).status === status
    const delays: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
      await untilAllShow(urls.gateway, statusIs(200))
      await client.stopInstallation({ params: { id } })
      delays.push(await untilAllShow(urls.gateway, async (url) => !(await statusIs(200)(url))))
      await untilAllShow(urls.gateway, statusIs(410))
      await client.startInstallation({ params: { id } })
    }
    await untilAllShow(urls.gateway, statusIs(200))
    expect(Math.min(...delays)).toBeLessThan(BLINK_MS)
  })

  it.each(ROLLED)(
    'loses no request of a balancer that only asks who is ready, while a %s process is replaced',
    async (role) => {
      const [leaving = '', staying = ''] = urls[role]
      const [one] = world.places[role]
      const key = await (await ask(urls.gateway[1])).text()
      const path = { gateway: `/${launched.routeId}/key`, state: `/settings/${key}`, api: '/docs' }[role]
      const headers = { 'x-mkt-caller': world.caller }
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
      await one?.start()
      await expect.poll(() => isReady).toBe(true)
      isOver = true
      await Promise.all([looking, ...callers])
      expect(new Set(statuses)).toEqual(new Set([200]))
    },
  )

  it('goes on delivering when a worker is killed, also the one that ran the app', async () => {
    for (const worker of world.places.worker) {
      await worker.server.kill()
      expect(await answerToEvent(world.simulator, launched)).toMatch(/"region"/)
      await worker.start()
    }
  })

  it('takes a push whose requests the balancer sends to different processes, and gives the image out at each', async () => {
    const { url, passed } = world.fronts.api
    const layer = [{ path: 'f', content: randomBytes(1_500_000).toString('hex') }]
    const image = await imageOf([layer], { packing: 'plain' })
    const { clientId: username, apiKey: password } = launched.key
    const at = (registry: string) => ({ registry, repository: 'acme/sample', credentials: { username, password } })
    const before = passed.length
    await pushImage(image, at(url), { tag: 'pushed', concurrency: 1, chunkBytes: 400_000 })
    const chunks = passed.slice(before).filter(({ method }) => method === 'PATCH')
    const takers = Map.groupBy(chunks, ({ path }) => path).values()
    expect([...takers].map((taken) => new Set(taken.map(({ origin }) => origin)).size)).toContain(2)
    for (const process of urls.api) {
      const arrived = await openImage({ repository: at(process), reference: 'pushed' })
      expect((await readFile(arrived, 'f', { maxBytes: 4_000_000 }))?.length).toBe(3_000_000)
      await arrived.close()
    }
  })

  it('locks an account in every process after wrong passwords at one', async () => {
    const email = 'forgetful@example.com'
    const password = await createOperator(world.operator, email)
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
