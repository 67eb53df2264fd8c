import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { processesOf, type RunningLaptop, startLaptop } from './testing/platform/laptop.ts'
import { bareEnvironment } from './testing/run/bare-environment.ts'

const MINUTE = 60_000
const folders: string[] = []
const running: RunningLaptop[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-laptop-'))
  folders.push(folder)
  return folder
}

/** A platform that has ended: its folder may be copied, which is how a platform is moved, and takes no second making of a database. */
let ended: RunningLaptop & { folder: string }
beforeAll(async () => {
  const folder = newFolder()
  const laptop = await startLaptop(folder, {}, { first: true })
  await laptop.end('SIGTERM')
  ended = { ...laptop, folder }
}, MINUTE)
function copyOfEnded(): string {
  const copy = newFolder()
  execFileSync('cp', ['--archive', `${ended.folder}/.`, copy])
  return copy
}
async function start(folder: string, env: Record<string, string> = {}): Promise<RunningLaptop> {
  const laptop = await startLaptop(folder, env)
  running.push(laptop)
  return laptop
}
async function endAll(): Promise<void> {
  for (const laptop of running.splice(0)) await laptop.end('SIGTERM')
}
afterAll(async () => {
  await endAll()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}, MINUTE)

async function tokenOf({ bootstrap }: RunningLaptop, who: 'operator' | 'publisher'): Promise<string> {
  const { email, password } = bootstrap[who]
  const answer = await fetch(`${bootstrap.apiUrl}/api/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await answer.json()) as { token: string }).token
}

describe('a running platform', () => {
  let folder: string
  let laptop: RunningLaptop
  let ports: string[]
  beforeAll(async () => {
    folder = copyOfEnded()
    laptop = await start(folder)
    const { apiUrl, gatewayUrl, stateUrl } = laptop.bootstrap
    ports = [apiUrl, gatewayUrl, stateUrl]
  }, MINUTE)
  afterAll(endAll, MINUTE)

  it('wrote how to sign in, readable by its owner alone, and says where', () => {
    const file = join(folder, 'bootstrap.json')
    for (const written of [file, join(ended.folder, 'bootstrap.json')])
      expect(statSync(written).mode & 0o777).toBe(0o600)
    expect(laptop.output()).toContain(file)
    expect(laptop.output()).toContain(laptop.bootstrap.apiUrl)
    expect(laptop.bootstrap).toMatchObject({
      operator: { email: 'operator@mkt.test' },
      moderator: { email: 'moderator@mkt.test' },
      publisher: { email: 'publisher@mkt.test', organization: { name: 'acme' } },
      customer: { email: 'customer@mkt.test', organization: { name: 'northwind' } },
    })
  })

  it('tells on each port that it lives and is ready', async () => {
    for (const port of ports) {
      expect((await fetch(`${port}/healthz`)).status, port).toBe(200)
      expect((await fetch(`${port}/readyz`)).status, port).toBe(200)
    }
    expect(await (await fetch(`${ports[0]}/readyz`)).json()).toMatchObject({ database: 'up', demo: 'done' })
  })

  it('shows figures on each port to this machine and to operators, and to nobody else', async () => {
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    const operator = { ...forwarded, authorization: `Bearer ${await tokenOf(laptop, 'operator')}` }
    const publisher = { ...forwarded, authorization: `Bearer ${await tokenOf(laptop, 'publisher')}` }
    for (const port of ports) {
      const ask = async (headers: Record<string, string>) => (await fetch(`${port}/metrics`, { headers })).status
      expect(await ask({}), port).toBe(200)
      expect(await ask(forwarded), port).toBe(404)
      expect(await ask(publisher), port).toBe(404)
      expect(await ask(operator), port).toBe(200)
    }
  })

  it('keeps a second one off its folder, and names the process that has it', async () => {
    await expect(startLaptop(folder)).rejects.toThrow(new RegExp(`in use by process ${laptop.child.pid}`))
  })

  it('gets an operator by a command while it runs, in the database that it started itself', async () => {
    const [email, password] = ['second@mkt.test', 'a-long-password-9']
    const made = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'main.ts'), 'create-operator', '--email', email, '--password-stdin'],
      { env: { ...bareEnvironment(), MKT_DATA_DIR: folder }, input: `${password}\n`, encoding: 'utf8' },
    )
    expect([made.status, made.stdout, made.stderr]).toEqual([0, `${email} is an operator.\n`, ''])
    const { bootstrap } = laptop
    expect(
      await tokenOf({ ...laptop, bootstrap: { ...bootstrap, operator: { email, password } } }, 'operator'),
    ).toBeTypeOf('string')
  })

  it('keeps its applications when somebody asks to remove them while it runs', () => {
    const program = join(import.meta.dirname, 'main.ts')
    const env = { ...bareEnvironment(), MKT_DATA_DIR: folder }
    const asked = spawnSync(process.execPath, [program, 'remove-applications'], { env, encoding: 'utf8' })
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining('A worker of this platform is running')])
  })

  it('leaves another one that wants its port no doubt about what is wrong', async () => {
    const { port } = new URL(laptop.bootstrap.stateUrl)
    const other = copyOfEnded()
    await expect(startLaptop(other, { MKT_STATE_PORT: port })).rejects.toThrow(
      new RegExp(`exit code 1: [^]*Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose other ports`),
    )
    expect(processesOf(other)).toEqual([])
  })
})

describe('a platform whose data folder cannot be used', () => {
  it('ends at once and says what to do', async () => {
    const place = '/proc/mkt/data'
    await expect(startLaptop(place, {}, { first: true })).rejects.toThrow(
      new RegExp(`^exit code 1: The data folder ${place} cannot be used: [^\\n]+ Set MKT_DATA_DIR to a folder you own`),
    )
  })
})

describe('the end of a platform', () => {
  afterEach(endAll, MINUTE)

  it('by Ctrl-C takes database and simulator with it, complains of nothing and loses nothing', async () => {
    const folder = copyOfEnded()
    const first = await start(folder)
    expect(processesOf(folder).length).toBeGreaterThan(1)
    expect(await first.end('SIGINT')).toBe(0)
    expect(processesOf(folder)).toEqual([])
    expect(first.output()).not.toMatch(/WARN|ERROR/)
    const second = await start(folder)
    const kept = ({ bootstrap }: RunningLaptop) => [bootstrap.publisher, bootstrap.customer, bootstrap.operator]
    expect(kept(second)).toEqual(kept(first))
    expect(await tokenOf(second, 'publisher')).toBeTypeOf('string')
  })

  it('by being killed leaves nothing behind that the next start could not use', async () => {
    const folder = copyOfEnded()
    const first = await start(folder)
    await first.end('SIGKILL')
    const second = await start(folder)
    expect(await tokenOf(second, 'operator')).toBeTypeOf('string')
    expect(await second.end('SIGTERM')).toBe(0)
    expect(processesOf(folder)).toEqual([])
  })
})

/** Reading a tenant's schema again signs in there with the sealed credentials, or uses a sealed token. */
async function readSealed({ bootstrap: { apiUrl, customer } }: RunningLaptop): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${customer.clientId}:${customer.apiKey}`).toString('base64')}`
  const client = createClient({ baseUrl: apiUrl, authorization: () => authorization })
  await client.getTenantSchema({ params: { id: customer.tenants.connected }, query: { refresh: 'true' } })
}

it('removes what it put onto its engine by a command of its own, which takes no arguments', () => {
  const program = join(import.meta.dirname, 'main.ts')
  const env = { ...bareEnvironment(), MKT_DATA_DIR: copyOfEnded() }
  const command = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' })
  const { status, stdout } = command('remove-applications')
  expect([status, stdout]).toEqual([0, 'Nothing of this platform is left on sandbox.\n'])
  expect(command('remove-applications', '--now')).toMatchObject({ status: 1, stderr: expect.stringMatching(/--now/) })
})

it('a copy of the data folder is a whole platform, secrets included', { timeout: 2 * MINUTE }, async () => {
  const copy = copyOfEnded()
  const away = `${ended.folder}-away`
  renameSync(ended.folder, away)
  try {
    const laptop = await start(copy)
    expect(laptop.bootstrap.customer).toEqual(ended.bootstrap.customer)
    await readSealed(laptop)
  } finally {
    renameSync(away, ended.folder)
  }
})

it('master keys are exchanged in the rounds the guide tells, and what the old one sealed stays readable', {
  timeout: 2 * MINUTE,
}, async () => {
  const folder = copyOfEnded()
  const old = readFileSync(join(folder, 'master.key'), 'utf8').trim()
  rmSync(join(folder, 'master.key'))
  const fresh = randomBytes(32).toString('base64')
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')
  const rounds = [...guide.matchAll(/^MKT_MASTER_KEY=(\S+)/gm)].map(([, keys = '']) =>
    keys.replace('<old>', old).replace('<new>', fresh),
  )
  expect(rounds).toEqual([`${old},${fresh}`, `${fresh},${old}`, fresh])
  for (const MKT_MASTER_KEY of rounds) {
    const laptop = await start(folder, { MKT_MASTER_KEY })
    await readSealed(laptop)
    await laptop.end('SIGTERM')
  }
})
