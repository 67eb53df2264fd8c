import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Docker from 'dockerode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDone, type RunningLaptop, startLaptop } from '../packages/server/src/testing/platform/laptop.ts'
import { bareEnvironment } from '../packages/server/src/testing/run/bare-environment.ts'
import { connect, type Page, signIn } from '../scripts/demo/api.ts'
import { root } from './testing/root.ts'

const MINUTES = 60_000
const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'
const docker = new Docker({ socketPath: host.replace(/^unix:\/\//, '') })

let dataDir: string
let laptop: RunningLaptop

/** Everything on the daemon and in the machine's firewall that one of our platforms could have made. */
async function ours(): Promise<string[]> {
  const containers = await docker.listContainers({ all: true, filters: { label: ['mkt.scope'] } })
  const networks = await docker.listNetworks({ filters: { label: ['mkt.scope'] } })
  const images = (await docker.listImages()).flatMap(({ RepoDigests }) => RepoDigests ?? [])
  const rules = spawnSync('iptables', ['-S'], {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin' },
  }).stdout
  return [
    ...containers.map(({ Names }) => `container ${Names.join()}`),
    ...networks.map(({ Name }) => `network ${Name}`),
    ...images.filter((name) => name.includes('/acme/')).map((name) => `image ${name}`),
    ...(rules ?? '').split('\n').filter((rule) => rule.includes('MKT-')),
  ]
}

let before: string[]

beforeAll(async () => {
  before = await ours()
  dataDir = mkdtempSync(join(tmpdir(), 'mkt-demo-'))
  laptop = await startLaptop(dataDir, { MKT_ENGINE: '', DOCKER_HOST: host }, { demo: true })
  await demoDone(laptop)
}, 5 * MINUTES)
afterAll(async () => {
  await laptop?.end('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}, MINUTES)

it('with nothing but DOCKER_HOST the demo runs in containers that read their state on the bridge', async () => {
  const { bootstrap } = laptop
  const { engine } = (await (await fetch(`${bootstrap.apiUrl}/readyz`)).json()) as { engine: Record<string, unknown> }
  expect(engine).toMatchObject({ engine: 'docker', problems: [] })
  // A reason stands here where declared egress cannot be enforced.
  expect(engine.egress).toBeUndefined()
  expect(new URL(bootstrap.stateUrl).hostname).not.toMatch(/^127\.|localhost/)
  const customer = await signIn(bootstrap.apiUrl, bootstrap.customer)
  const { items } = await customer.get<Page<{ state: string }>>('/organizations/northwind/installations?limit=100')
  expect(items.map(({ state }) => state)).toEqual(Array(6).fill('RUNNING'))
  const simulator = connect(bootstrap.simulator.connected.apiUrl)
  const { items: requests } = await simulator.get<{ items: { url: string; answer: unknown }[] }>('/_sim/requests')
  const autofill = requests.filter(({ url }) => url.endsWith('/autofill')).map(({ answer }) => JSON.stringify(answer))
  expect(autofill.join()).toContain('Accord')
})

it('after a kill and a reset nothing of it is left: no container, network, image or firewall rule', async () => {
  expect((await ours()).length).toBeGreaterThan(before.length)
  await laptop.end('SIGKILL')
  // Without DOCKER_HOST: the platform remembers where it ran.
  const env = { ...bareEnvironment(), MKT_DATA_DIR: dataDir }
  const reset = spawnSync(process.execPath, [join(root, 'scripts/demo-reset.ts')], { env, encoding: 'utf8' })
  expect([reset.status, reset.stderr]).toEqual([0, ''])
  expect(existsSync(dataDir)).toBe(false)
  expect(await ours()).toEqual(before)
})
