import type { Server } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import type { Engine, InstanceSpec, Observation } from '../engine.ts'
import { OPEN_FILES_LIMIT, PROCESS_LIMIT } from '../limits.ts'
import { EAFNOSUPPORT, ENOSYS, EPERM } from '../system-calls/call-rules.ts'
import { callInstance } from './call-instance.ts'
import type { ContractOptions } from './contract-options.ts'
import { PROBES, REFUSED_PROBES, SETUID_PROBE, SOCKETS } from './probes.ts'
import { portOf, startSayServer } from './say-server.ts'

/** What the cases of the contract share. */
export interface Stage {
  engine(): Engine
  state(): Server
  /** A server on the address of the state interface that no application may reach. */
  foreign(): Server
  specify(mood: string, more?: Partial<InstanceSpec>): InstanceSpec
  observe(instanceId: string): Promise<Observation>
  healthy(instanceId: string): Promise<string>
  run(address: string, program: string): Promise<unknown>
}

const MEGABYTE = 1024 * 1024
const ROOT = 0
/** What a program without open files gets where it opens a socket: the first free number behind its streams. */
const FIRST_FILE = 3
/** EPERM, ENOSYS and EAFNOSUPPORT. */
const REFUSALS = [EPERM, ENOSYS, EAFNOSUPPORT]
/** What the filters of container runtimes refuse by themselves to a container without capabilities. */
const REFUSED_BY_RUNTIMES = [
  'unshare',
  'mount',
  'keyctl',
  'bpf',
  'setns',
  'syslog',
  'userfaultfd',
  'new user namespace',
]

/** What keeps applications from each other, from the platform and from the kernel, on every engine. */
export function isolationContract(stage: Stage, options: ContractOptions): void {
  const { specify, observe, healthy, run } = stage
  const started = async (more: Partial<InstanceSpec> = {}) => {
    const spec = specify('well', more)
    await stage.engine().start(spec)
    return { spec, address: await healthy(spec.instanceId) }
  }
  /** How the programs of the image end that are named so. */
  const probe = (address: string, names: readonly string[]) =>
    run(
      address,
      `const codes = {}
      for (const name of ${JSON.stringify(names)})
        codes[name] = await new Promise((resolve) => spawn('${PROBES}/' + name).on('exit', resolve).on('error', (error) => resolve(error.code)))
      return codes`,
    ) as Promise<Record<string, number>>

  it('shows a read-only file system with a small writable /tmp, no privileges and no other processes', async () => {
    const { address } = await started()
    expect(await run(address, "fs.writeFileSync('/platform-app.json', '')")).toEqual({ failed: 'EROFS' })
    expect(await run(address, "fs.writeFileSync('/tmp/note', 'x'); return fs.readFileSync('/tmp/note', 'utf8')")).toBe(
      'x',
    )
    const fill = `const file = fs.openSync('/tmp/big', 'w'); const block = Buffer.alloc(${MEGABYTE}); let n = 0
      try { for (; n < 200; n++) fs.writeSync(file, block) } catch {} fs.rmSync('/tmp/big'); return n`
    if (options.limitsTmp !== false) expect(await run(address, fill)).toBeLessThanOrEqual(64)
    const status = (await run(address, "return fs.readFileSync('/proc/self/status', 'utf8')")) as string
    expect(status).toMatch(/CapEff:\s+0000000000000000/)
    expect(status).toMatch(/CapPrm:\s+0000000000000000/)
    expect(status).toMatch(/NoNewPrivs:\s+1/)
    expect(await run(address, 'return process.getuid()')).not.toBe(0)
    const processes = (await run(address, 'return fs.readdirSync("/proc").filter((name) => +name > 0)')) as string[]
    expect(processes.length).toBeLessThan(5)
  })

  it.runIf(options.refusesPrivate)(
    'keeps it from the control plane, the database and every private address',
    async () => {
      const { address } = await started()
      const places = [
        [options.stateHost, portOf(stage.foreign())],
        ['127.0.0.1', portOf(stage.foreign())],
        ['10.0.2.2', portOf(stage.foreign())],
        ['169.254.169.254', 80],
        ['192.168.0.1', 80],
        ['172.16.0.1', 80],
        ['fd00:ec2::254', 80],
        ['::1', portOf(stage.foreign())],
      ] as const
      const tried = places.map(async ([host, port]) => {
        const reached = await run(address, `return await reach('${host}', ${port}, 700)`)
        expect(reached, `${host}:${port}`).not.toBe('connected')
      })
      await Promise.all(tried)
      const sockets = "return fs.existsSync('/run/postgresql') || fs.existsSync('/var/run/docker.sock')"
      expect(await run(address, sockets)).toBe(false)
    },
  )

  it.runIf(options.refusesPrivate)('opens exactly the private endpoint that the allow list names', async () => {
    const { address } = await started({ allowAddresses: [`${options.stateHost}:${portOf(stage.foreign())}`] })
    const program = `return await (await fetch('http://${options.stateHost}:${portOf(stage.foreign())}/')).text()`
    expect(await run(address, program)).toBe('the control plane')
  })

  it.runIf(options.refusesPrivate)(
    'keeps a container of a trial from what other containers of the app reach, and takes nothing from those',
    async () => {
      const allowAddresses = [`${options.stateHost}:${portOf(stage.foreign())}`]
      const ordinary = specify('well', { allowAddresses })
      const isolated = specify('well', { isolated: true })
      const reached = async (address: string, port: number) =>
        run(address, `return await reach('${options.stateHost}', ${port}, 700)`)
      await stage.engine().showLoopback?.([{ host: options.stateHost, port: portOf(stage.foreign()) }])
      for (const spec of [ordinary, isolated]) await stage.engine().start(spec)
      const addressOfIsolated = await healthy(isolated.instanceId)
      const address = await healthy(ordinary.instanceId)
      expect(await reached(addressOfIsolated, portOf(stage.state()))).toBe('connected')
      expect(await reached(addressOfIsolated, portOf(stage.foreign()))).not.toBe('connected')
      expect(await reached(address, portOf(stage.foreign()))).toBe('connected')
      await stage.engine().showLoopback?.([])
    },
  )

  it('gains no privileges, neither by asking nor by a program of root’s', async () => {
    const { address } = await started()
    expect(await run(address, 'process.setuid(0)')).toEqual({ failed: 'EPERM' })
    expect(await run(address, 'process.setgroups([0])')).toEqual({ failed: 'EPERM' })
    if (process.arch !== 'x64') return
    expect((await probe(address, [SETUID_PROBE]))[SETUID_PROBE]).not.toBe(ROOT)
  })

  it.runIf(process.arch === 'x64' && options.filtersCalls)(
    'opens local, internet and route sockets, and none that lead to the kernel or to virtual machines',
    async () => {
      const { address } = await started()
      const [allowed, refused] = [Object.keys(SOCKETS.allowed), Object.keys(SOCKETS.refused)]
      const codes = await probe(address, [...allowed, ...refused])
      for (const name of allowed) expect(codes[name], name).toBe(FIRST_FILE)
      for (const name of refused) expect(REFUSALS, `${name}: ${codes[name]}`).toContain(codes[name])
    },
  )

  it.runIf(process.arch === 'x64')('makes none of the calls that break into kernels, and no namespaces', async () => {
    const { address } = await started()
    const names = options.filtersCalls ? Object.keys(REFUSED_PROBES) : REFUSED_BY_RUNTIMES
    const codes = await probe(address, [...names, 'getpid'])
    expect(REFUSALS).not.toContain(codes.getpid)
    for (const name of names) expect(REFUSALS, `${name}: ${codes[name]}`).toContain(codes[name])
    expect(await run(address, "return /Seccomp:\\s+(\\d)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]")).toBe(
      '2',
    )
  })

  it.runIf(process.arch === 'x64' && options.limitsCounts !== false)(
    'has a limited number of processes and open files, and works on once it has closed some',
    async () => {
      const { address } = await started()
      const count = await run(
        address,
        `const started = []
        for (let tries = 0; tries < ${2 * PROCESS_LIMIT}; tries++) {
          const child = spawn('${PROBES}/pause', [], { stdio: 'ignore' })
          if (!(await new Promise((resolve) => child.on('spawn', () => resolve(true)).on('error', () => resolve(false))))) break
          started.push(child)
        }
        for (const child of started) child.kill('SIGKILL')
        return started.length`,
      )
      expect(count).toBeGreaterThan(PROCESS_LIMIT / 4)
      expect(count).toBeLessThan(PROCESS_LIMIT)
      const files = `const open = []
        try { for (;;) open.push(fs.openSync('/proc/self/status')) } catch {}
        for (const file of open) fs.closeSync(file)
        return open.length`
      expect(await run(address, files)).toBeLessThan(OPEN_FILES_LIMIT)
      expect((await callInstance(address, '/echo', 'still here')).body).toBe('still here')
    },
  )

  it.runIf(options.refusesPrivate)('reaches no other application, of its own publisher or of another', async () => {
    const { spec } = await started()
    const target = await observe(spec.instanceId)
    for (const app of ['acme/moody', 'acme/other', 'other/moody']) {
      const { address } = await started({ app })
      const [host = '', port = ''] = (target.address ?? '').split(':')
      const program =
        host.includes('/') || port === ''
          ? `return fs.existsSync(${JSON.stringify(target.address)}) ? 'connected' : 'absent'`
          : `return await reach('${host}', ${port}, 700)`
      expect(await run(address, program), app).not.toBe('connected')
    }
  })

  it.runIf(options.refusesPrivate)('reaches no address of this machine, in whichever of its networks', async () => {
    const everywhere = await startSayServer('::', 'this machine')
    const { address } = await started()
    const own = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    const tried = own.map(async ({ address: host }) => {
      const reached = await run(address, `return await reach('${host}', ${portOf(everywhere)}, 700)`)
      expect(reached, host).not.toBe('connected')
    })
    await Promise.all(tried)
    everywhere.close()
  })
}
