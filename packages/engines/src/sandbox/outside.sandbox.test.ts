import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../engine.ts'
import { freePort } from '../free-port.ts'
import { FULL_SHARE } from '../testing/full-share.ts'
import { appImage, callInstance, until } from '../testing/index.ts'
import { portOf, startSayServer } from '../testing/say-server.ts'
import { createSandboxEngine } from './engine.ts'
import { findTool } from './tools.ts'
import { UPLINK, UPLINKS } from './uplink-plan.ts'

const here = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find((entry) => entry.family === 'IPv4' && !entry.internal)?.address

describe.each(UPLINKS.filter((name) => findTool(name) !== null))('an application behind %s', (uplink) => {
  let folder: string
  let engine: Engine
  let neighbour: Server
  let loopback: Server

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mkt-outside-'))
    engine = await createSandboxEngine({ folder, outletIdleMs: 1_000, uplinks: [uplink] })
    neighbour = await startSayServer(here ?? '127.0.0.1', 'the neighbour')
    loopback = await startSayServer('127.0.0.1', 'the control plane')
  })

  afterEach(async () => {
    await engine.stop('inst_out', { graceMs: 0 })
    await engine.forget('inst_out')
  })

  afterAll(async () => {
    await engine.close({ stopInstances: true })
    for (const server of [neighbour, loopback]) server.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function start(allowAddresses: readonly string[]): Promise<(program: string) => Promise<unknown>> {
    const { address } = await engine.start({
      instanceId: 'inst_out',
      deploymentId: 'dep_out',
      app: 'acme/moody',
      version: '1.0.0',
      image: await appImage(),
      variables: {},
      stateApi: `http://127.0.0.1:${portOf(loopback) + 1}`,
      plan: { cpu: FULL_SHARE, cpuCeiling: 1, memoryBytes: 128 * 1024 * 1024 },
      allowAddresses,
    })
    await until('health', async () => (await callInstance(address ?? '', '/health')).status === 200)
    return async (program) => JSON.parse((await callInstance(address ?? '', '/run', program)).body)
  }

  it('is told how it gets there', async () => {
    const { outside, notes } = await engine.isolation()
    expect(outside).toBe(true)
    expect(notes).toContain(`applications reach the outside by ${uplink}`)
  })

  it.runIf(here)('reaches through it what the allow list names', async () => {
    const run = await start([here ?? ''])
    expect(await run(`return await reach('${here}', ${portOf(neighbour)})`)).toBe('connected')
  })

  it('finds neither this machine’s addresses nor its loopback, at whichever address it looks', async () => {
    const run = await start([])
    const places = [UPLINK.gateway, UPLINK.nameServer, '127.0.0.1', '0.0.0.0', '10.0.2.2', '169.254.213.9']
    const tried = places.map(async (place) => {
      const program = `return await new Promise((resolve) => http.get('http://${place}:${portOf(loopback)}/',
        { timeout: 700 }, async (answer) => resolve(Buffer.concat(await Array.fromAsync(answer)).toString()))
        .on('timeout', function () { this.destroy() }).on('error', (error) => resolve(error.code)))`
      expect(await run(program), place).not.toBe('the control plane')
    })
    await Promise.all(tried)
    if (here) expect(await run(`return await reach('${here}', ${portOf(neighbour)})`)).toBe('EACCES')
  })

  it('finds a place of this machine’s loopback once it is shown, whether it starts before or after', async () => {
    const ask = `return await (await fetch('http://127.0.0.1:${portOf(loopback)}/')).text()`
    const before = await start([])
    await engine.showLoopback?.([{ host: '127.0.0.1', port: portOf(loopback) }])
    await until('the place', async () => (await before(ask).catch(() => '')) === 'the control plane')
    await engine.stop('inst_out', { graceMs: 0 })
    await engine.forget('inst_out')
    const after = await start([])
    await until('the place', async () => (await after(ask).catch(() => '')) === 'the control plane')
    await engine.showLoopback?.([])
  })

  it.runIf(process.getuid?.() === 0)(
    'leaves what is mounted on this machine where it is, on shared mounts too',
    async () => {
      const shared = join(folder, 'shared')
      const inner = join(shared, 'inner')
      const mounted = async () => (await readFile('/proc/self/mounts', 'utf8')).includes(` ${inner} `)
      await mkdir(shared)
      execFileSync('mount', ['-t', 'tmpfs', 'mkt-shared', shared])
      try {
        execFileSync('mount', ['--make-shared', shared])
        await mkdir(inner)
        execFileSync('mount', ['-t', 'tmpfs', 'mkt-inner', inner])
        await start([])
        expect(await mounted()).toBe(true)
      } finally {
        execFileSync('umount', ['--recursive', shared])
      }
    },
  )

  it('cannot be reached from this machine by a port it opens', async () => {
    const run = await start([])
    const port = await freePort()
    await run(`net.createServer().listen(${port}, '0.0.0.0'); return await reach('127.0.0.1', ${port})`)
    const tried = new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('connect', () => resolve('connected'))
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
    })
    expect(await tried).toBe('ECONNREFUSED')
  })
})
