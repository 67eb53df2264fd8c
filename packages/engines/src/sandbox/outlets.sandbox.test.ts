import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine, InstanceSpec } from '../engine.ts'
import { FULL_SHARE } from '../testing/full-share.ts'
import { appImage, callInstance, until } from '../testing/index.ts'
import { portOf, startSayServer } from '../testing/say-server.ts'
import { createSandboxEngine } from './engine.ts'
import { readRecord } from './instance-folder.ts'
import { outletName } from './outlet-names.ts'
import { isAlive, type ProcessIdentity } from './process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'mkt-outlets-'))
const identityOf = (app: string) =>
  JSON.parse(readFileSync(join(folder, 'run', `${outletName(app)}.json`), 'utf8')) as ProcessIdentity
/** Takes whatever comes, and holds every connection. */
const sink = createServer((socket) => void socket.on('error', () => {}).resume())
let engine: Engine
let state: Awaited<ReturnType<typeof startSayServer>>

beforeAll(async () => {
  engine = await createSandboxEngine({ folder, outletIdleMs: 500 })
  state = await startSayServer('127.0.0.1', 'the state')
  await new Promise<void>((listening) => sink.listen(0, '127.0.0.1', listening))
})

afterAll(async () => {
  await engine.close({ stopInstances: true })
  state.close()
  sink.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(app: string, more: Partial<InstanceSpec> = {}): Promise<(program: string) => Promise<unknown>> {
  const instanceId = `inst_${app.replace('/', '_')}`
  await engine.start({
    instanceId,
    deploymentId: `dep_${instanceId}`,
    app,
    version: '1.0.0',
    image: await appImage(),
    variables: { MOOD: 'well' },
    stateApi: `http://127.0.0.1:${portOf(state)}`,
    plan: { cpu: FULL_SHARE, cpuCeiling: 1, memoryBytes: 256 * 1024 * 1024 },
    allowAddresses: [`127.0.0.1:${portOf(sink as never)}`],
    ...more,
  })
  const address = await until('health', async () => {
    const seen = (await engine.observe(instanceId))?.address
    return seen != null && (await callInstance(seen, '/health')).status === 200 && seen
  })
  return async (program) => JSON.parse((await callInstance(address, '/run', program, 60_000)).body)
}

const readState = (times: number) => `const said = new Set()
  for (let read = 0; read < ${times}; read++) said.add(await (await fetch(process.env.MKT_STATE_API + '/state/k')).text())
  return [...said]`

it('an application that floods its way out takes nothing from those of other publishers', async () => {
  const [honest, hostile] = [await start('acme/honest'), await start('evil/flood')]
  expect(identityOf('acme/honest').pid).not.toBe(identityOf('evil/flood').pid)
  const flood = `globalThis.held = Array.from({ length: 512 }, () => net.connect(${portOf(sink as never)}, '127.0.0.1').on('error', () => {}))
    const bytes = Buffer.alloc(65536)
    globalThis.pour = setInterval(() => { for (const one of held) if (one.writableLength === 0) one.write(bytes) }, 1)
    return await new Promise((resolve) => held[0].once('connect', () => resolve('flooding')))`
  expect(await hostile(flood)).toBe('flooding')
  expect(await honest(readState(50))).toEqual(['the state'])
  // Not even with a way out that does nothing any more.
  process.kill(identityOf('evil/flood').pid, 'SIGSTOP')
  expect(await honest(readState(50))).toEqual(['the state'])
  process.kill(identityOf('evil/flood').pid, 'SIGCONT')
})

it('ends the way out of a publisher with its last application, and no other', async () => {
  const [honest, hostile] = [identityOf('acme/honest'), identityOf('evil/flood')]
  await engine.stop('inst_evil_flood', { graceMs: 0 })
  await engine.forget('inst_evil_flood')
  await until('its end', async () => !isAlive(hostile))
  expect(isAlive(honest)).toBe(true)
})

it('an application takes none of the few watches that Linux gives all processes of a user', async () => {
  await start('acme/closed', { egress: { mode: 'enforce', hosts: [], endpoints: [] } })
  for (const app of ['honest', 'closed']) {
    const pid = readRecord(join(folder, 'instances', `inst_acme_${app}`), 'instance')?.keeper.pid ?? 0
    const open = readdirSync(`/proc/${pid}/fd`).map((name) => linkOf(`/proc/${pid}/fd/${name}`))
    expect(open.length).toBeGreaterThan(0)
    expect(open.filter((one) => one.includes('inotify'))).toEqual([])
  }
})

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    // Closed since it was listed.
    return ''
  }
}
