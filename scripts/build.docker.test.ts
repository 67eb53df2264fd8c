import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@mkt/engines'
import Docker from 'dockerode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { run, startTestCluster, type TestCluster } from '../packages/server/src/testing/database/cluster.ts'
import { commandsOf } from './docs/pages.ts'
import { standInForPostgres } from './testing/postgres-image.ts'

// What deploy/README.md tells is done as it stands there: build the image, load it, write the secrets, start, make an account.

const root = resolve(import.meta.dirname, '..')
const [building, starting] = commandsOf('deploy/README.md')
const image = /mkt-(\S+)\.tar/.exec(building?.text ?? '')?.[1] ?? ''
const hasPlugin = spawnSync('docker', ['compose', 'version']).status === 0
const hasCompose = hasPlugin || spawnSync('docker-compose', ['version']).status === 0
const closing: (() => Promise<unknown> | undefined)[] = []
let folder: string
let cluster: TestCluster

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mkt-image-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'deploy'))
  cpSync(join(root, 'deploy/compose.yaml'), join(folder, 'deploy/compose.yaml'))
  const shims: Record<string, string> = {
    // Only what the reader types: the build itself packs packages with npm.
    npm: `[ "$*" = "run build" ] || exec ${programOf('npm')} "$@"
exec "${process.execPath}" "${root}/scripts/build.ts" "$PWD/dist/mkt-${image}.tar"`,
  }
  // The older program is another command, and cannot see by itself that there is no terminal.
  if (!hasPlugin)
    shims.docker = `[ "$1" = compose ] || exec ${programOf('docker')} "$@"
shift
[ "$1" != exec ] || { shift; set -- exec -T "$@"; }
exec docker-compose "$@"`
  for (const [name, text] of Object.entries(shims)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  // Side by side: each is mostly the work of a program of its own.
  await Promise.all([
    follow(building?.text ?? 'false').then(() => closing.push(() => follow(`docker rmi --force mkt:${image}`))),
    startTestCluster().then((started) => {
      cluster = started.cluster
      closing.push(started.stop)
    }),
    hasCompose && standInForPostgres('postgres:18').then((remove) => closing.push(async () => remove())),
  ])
}, 300_000)
afterAll(async () => {
  for (const close of closing.reverse()) await close()
}, 120_000)

function programOf(name: string): string {
  return spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim()
}

/** Commands as a reader types them, in a folder like a clone's. */
async function follow(text: string, variables: Record<string, string> = {}): Promise<string> {
  const path = [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH: path, ...variables }
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text], { cwd: folder, env })
  return stdout
}

it('the platform runs from its own image with a database it is given', { timeout: 300_000 }, async () => {
  await run({ ...cluster, database: 'postgres' }, 'create database platform')

  const docker = new Docker()
  const ports = {
    API: await freePort(),
    GATEWAY: await freePort(),
    STATE: await freePort(),
    RELAY: await freePort(),
    OTLP: await freePort(),
  }
  const container = await docker.createContainer({
    Image: `mkt:${image}`,
    // The socket of the test's database belongs to the one who runs the test.
    User: '0:0',
    Env: [
      `DATABASE_URL=postgres://${cluster.user}@localhost/platform?host=/database&port=${cluster.port}`,
      'MKT_DATA_DIR=/tmp/mkt',
      'MKT_BIND=127.0.0.1',
      ...Object.entries(ports).map(([name, port]) => `MKT_${name}_PORT=${port}`),
    ],
    HostConfig: { NetworkMode: 'host', Binds: [`${cluster.host}:/database`], Tmpfs: { '/tmp': 'mode=1777' } },
  })
  closing.push(() => container.remove({ force: true }))
  await container.start()

  const url = `http://127.0.0.1:${ports.API}`
  const answered = await ready(url, async () => (await container.inspect()).State.Running)
  if (!answered) throw new Error(String(await container.logs({ stdout: true, stderr: true })))
  expect((await fetch(`${url}/api/v1/openapi.json`)).status).toBe(200)
  expect((await fetch(`${url}/docs`)).status).toBe(200)
  const page = await fetch(url, { headers: { accept: 'text/html' } })
  expect(await page.text()).toMatch(/<!doctype html>/i)
})

it.skipIf(!hasCompose)(
  'the compose file brings up database and platform, with a first account',
  { timeout: 300_000 },
  async () => {
    const ports = {
      POSTGRES_PORT: await freePort(),
      MKT_API_PORT: await freePort(),
      MKT_GATEWAY_PORT: await freePort(),
      MKT_RELAY_PORT: await freePort(),
      MKT_OTLP_PORT: await freePort(),
      MKT_TUNNEL_PORT: await freePort(),
    }
    const state = await freePort()
    const variables = {
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      MKT_STATE_PORT: String(state),
      MKT_STATE_URL: `http://172.17.0.1:${state}`,
      MKT_RELAY_URL: `http://172.17.0.1:${ports.MKT_RELAY_PORT}`,
      MKT_OTLP_URL: `http://172.17.0.1:${ports.MKT_OTLP_PORT}`,
      DOCKER_SOCKET: (process.env.DOCKER_HOST ?? '').replace('unix://', '') || '/var/run/docker.sock',
      COMPOSE_PROJECT_NAME: `mkt-test-${process.pid}`,
    }
    const compose = (command: string) => follow(`cd deploy && docker compose ${command}`, variables)
    closing.push(() => compose('down --volumes --timeout 5'))
    const told = await follow(starting?.text ?? 'false', variables).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await compose('logs')}`)
    })

    const url = `http://127.0.0.1:${ports.MKT_API_PORT}`
    const running = async () => (await compose('ps')).includes('mkt')
    for (const origin of [url, `http://127.0.0.1:${state}`])
      if (!(await ready(origin, running))) throw new Error(await compose('logs'))
    const password = /shown only now: (\S+)/.exec(told)?.[1]
    const session = await fetch(`${url}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'you@example.com', password }),
    })
    // Outside a laptop an operator adds a second factor before anything else.
    expect(await session.json()).toMatchObject({ person: { email: 'you@example.com', platformRole: null } })
    await compose('stop')
    expect(await fetch(`${url}/readyz`).catch(() => 'gone')).toBe('gone')
  },
)

/** Whether it becomes ready while it runs. */
async function ready(url: string, running: () => Promise<boolean>): Promise<boolean> {
  while (await running()) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return false
}
