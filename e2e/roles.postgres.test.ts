import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from '@mkt/contract/client'
import { openImage, pushImage, readFile } from '@mkt/oci'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageOf } from '../packages/oci/src/testing/image-of.ts'
import { failuresOf, goOn, type Load, startLoad } from './testing/load.ts'
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

const AWAY = /The database is away/
const BLINK_MS = 100
const MAX_ROUNDS = 40

/** Whether one of the rounds takes a blink: on a busy machine the slower ones tell more of the machine than of us. */
async function oneIsABlink(change: (round: number) => Promise<number>): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) if ((await change(round)) < BLINK_MS) return true
  return false
}

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
    const reconfigure = async (round: number) => {
      const wanted = round % 2 === 0 ? 'na' : 'eu'
      for (const url of urls.state) expect(await region(url)).not.toBe(wanted)
      const { mappings } = await client.getConfiguration({ params: { id } })
      await client.putConfiguration({ params: { id }, body: { settings: { region: wanted }, mappings } })
      return untilAllShow(urls.state, async (url) => (await region(url)) === wanted)
    }
    expect(await oneIsABlink(reconfigure)).toBe(true)
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
    const stop = async () => {
      await expect.poll(async () => (await client.getInstallation({ params: { id } })).state).toBe('RUNNING')
      await untilAllShow(urls.gateway, statusIs(200))
      await client.stopInstallation({ params: { id } })
      const took = await untilAllShow(urls.gateway, async (url) => !(await statusIs(200)(url)))
      await untilAllShow(urls.gateway, statusIs(410))
      await client.startInstallation({ params: { id } })
      return took
    }
    expect(await oneIsABlink(stop)).toBe(true)
    await untilAllShow(urls.gateway, statusIs(200))
  })

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

describe('a platform of many processes under load', () => {
  let load: Load
  const processes = () => Object.values(world.places).flat()

  beforeAll(async () => {
    load = await startLoad(world)
  }, STARTING_MS)
  afterAll(() => load?.close())

  it('refuses nothing and loses no event while one process of each role is killed', async () => {
    const killed = ROLES.map((role) => world.places[role][0])
    const probes = load.probeAll()
    await goOn(probes)
    await Promise.all(killed.map((place) => place?.server.kill()))
    await goOn(probes)
    await Promise.all(killed.map((place) => place?.start()))
    await goOn(probes)
    expect(await failuresOf(probes)).toEqual([])
    await load.expectAllDelivered()
  })

  it('nor while one of each is replaced, and then nobody has to send anything twice', async () => {
    const replaced = ROLES.map((role) => world.places[role][1])
    const fronts = Object.values(world.fronts)
    const resent = () => fronts.flatMap((front) => front.resent)
    const before = resent().length
    const probes = load.probeAll()
    await goOn(probes)
    await Promise.all(replaced.map((place) => place?.server.stop()))
    await goOn(probes)
    await Promise.all(replaced.map((place) => place?.start()))
    await goOn(probes)
    expect(await failuresOf(probes)).toEqual([])
    expect(resent().slice(before)).toEqual([])
    await load.expectAllDelivered()
  })

  it('goes on without its database as the guide says, ends nothing, and tells it in one line of each log', async () => {
    const said = processes().map(({ server }) => server.output().length)
    const events = load.probeEvents()
    const reads = load.probeReads()
    await goOn([events, ...reads])
    await world.postgres.halt()
    await expect.poll(() => events.statuses.get(503) ?? 0).toBeGreaterThan(10)
    expect((await load.sendEvent()).headers.get('retry-after')).not.toBeNull()
    expect([(await load.askApi()).status, await (await load.askApi()).json()]).toMatchObject([
      503,
      { code: 'database_unavailable' },
    ])
    // One ends meanwhile, and the one that takes its place waits for the database.
    const late = world.places.state[1]
    await late?.server.kill()
    const started = late?.start()
    await expect.poll(() => late?.server.output()).toContain('this process waits for it')
    await goOn(reads)
    for (const role of ROLES) {
      const { server } = world.places[role][0] ?? {}
      await expect.poll(() => server?.output()).toMatch(AWAY)
    }
    await world.postgres.resume()
    await started
    for (const { url } of processes()) await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
    const taken = load.accepted.length
    await expect.poll(() => load.accepted.length).toBeGreaterThan(taken + 10)
    await expect.poll(async () => (await load.askApi()).status).toBe(200)
    expect(await failuresOf(reads)).toEqual([])
    await events.stop()
    expect(new Set(events.statuses.keys())).toEqual(new Set([202, 503]))
    await load.expectAllDelivered()
    for (const [at, { server, url }] of processes().entries()) {
      expect(server.child.exitCode, server.output()).toBeNull()
      if (server === late?.server) continue
      const lines = server.output().slice(said[at]).split('\n')
      // What was lost of figures meanwhile is told by itself.
      const told = lines.filter((line) => /"level":"(warn|error)"/.test(line) && !/"dropped":\d/.test(line))
      expect(told, url).toEqual([expect.stringMatching(AWAY)])
    }
  })
})
