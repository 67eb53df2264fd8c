import { expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { planTurn } from './cgroup-plan.ts'
import { planSandbox, type SandboxPlanInput } from './plan.ts'

const spec: InstanceSpec = {
  instanceId: 'inst_1',
  deploymentId: 'dep_1',
  app: 'acme/rater',
  version: '1.0.0',
  image: { digest: 'sha256:x', reference: 'x', credential: null, unpack: () => Promise.reject(new Error('not here')) },
  variables: { TOKEN: "it's", LD_PRELOAD: '/evil.so' },
  stateApi: 'http://127.0.0.1:7072',
  plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 134_217_728 },
  allowAddresses: ['127.0.0.1:7080', '10.5.0.0/16'],
}
const input: SandboxPlanInput = {
  spec,
  image: {
    root: '/data/root',
    config: { env: [], entrypoint: ['node'], cmd: ['/app.js'], workingDir: '/app', user: '1000' },
  },
  host: {
    isRoot: true,
    cgroups: { version: 1, controllers: { memory: '/cg/memory', cpu: '/cg/cpu', pids: '/cg/pids' } },
    envTool: { program: '/usr/bin/env', loader: '/lib64/ld.so', libraries: ['/lib/libc.so.6'] },
    outside: true,
    networks: ['127.0.0.1/8', '203.0.113.9/24', '10.5.6.7/24', 'fe80::1/64'],
  },
  folder: '/data/instances/inst_1',
  sockets: '/data/run',
  outlet: '/data/run/outlet',
  shown: '/data/shown',
  rules: '/data/egress',
  filterLauncher: null,
  leaseMs: 1000,
}

it('relays the state interface and allowed endpoints at their own address and port', () => {
  const { network } = planSandbox(input).order
  expect(network.relays.map(({ host, port }) => `${host}:${port}`)).toEqual(['127.0.0.1:7072', '127.0.0.1:7080'])
  expect(network.port).toBe(8080)
  const clash = planSandbox({ ...input, spec: { ...spec, stateApi: 'http://127.0.0.1:8080' } }).order.network
  expect(clash.port).toBe(8081)
})

it('gives a state interface with a name or a private address the same look inside', () => {
  const named = planSandbox({ ...input, spec: { ...spec, stateApi: 'https://state.example.com' } })
  expect(named.files.hosts).toContain('127.0.0.2 state.example.com')
  expect(named.order.network.relays[0]).toMatchObject({ host: '127.0.0.2', port: 443, target: { port: 443 } })
  const other = planSandbox({ ...input, spec: { ...spec, stateApi: 'http://10.9.9.9:7072' } }).order.network
  expect(other.loopbackCommands).toContain('address replace 10.9.9.9 dev lo')
})

it('refuses private, link-local and metadata networks and the machine’s own networks, but not what is allowed', () => {
  const { outsideCommands } = planSandbox(input).order.network
  for (const cidr of [
    '10.0.0.0/8',
    '169.254.0.0/16',
    '192.168.0.0/16',
    '172.16.0.0/12',
    '203.0.113.0/24',
    '10.5.6.7/32',
  ]) {
    expect(outsideCommands).toContain(`route replace prohibit ${cidr}`)
  }
  expect(outsideCommands).toContain('route replace 10.5.0.0/16 via 169.254.213.2 dev tap0 onlink')
  expect(outsideCommands).toContain('route replace prohibit 169.254.213.0/24')
  expect(planSandbox({ ...input, host: { ...input.host, outside: false } }).order.network.outsideCommands).toEqual([])
})

it('starts without privileges, in a read-only root, with a small /tmp and a process limit', () => {
  const { script } = planSandbox(input).order
  expect(script).toContain('mount -o remount,bind,ro,nosuid,nodev /data/root')
  expect(script).toContain('size=67108864')
  expect(script).toContain('--nproc=256')
  expect(script).toContain('--no-new-privs')
  expect(script).toContain('--bounding-set -all')
  expect(script).toContain('mount --move . /')
})

it('loads the filter of system calls as the last step before the application, where that works', () => {
  expect(planSandbox(input).order.script).not.toContain('/dev/.run/filter')
  for (const isRoot of [true, false]) {
    const { script } = planSandbox({ ...input, host: { ...input.host, isRoot }, filterLauncher: '/data/filter' }).order
    expect(script).toContain('mount --bind /data/filter /data/root/dev/.run/filter')
    expect(script).toMatch(/unshare .* \/dev\/\.run\/filter \/dev\/\.run\/loader .* node \/app\.js/)
  }
})

it('never lets a variable of the publisher reach the tools that still have privileges', () => {
  const { script } = planSandbox(input).order
  expect(script).toContain("export TOKEN='it'\\''s'")
  expect(script).not.toContain('export LD_PRELOAD')
  expect(script).toMatch(/\/dev\/\.run\/env .*LD_PRELOAD=\/evil\.so node \/app\.js/)
})

it('gives every instance of root a host user of its own, and an ordinary user a namespace below', () => {
  const one = planSandbox(input).order.idMap
  const two = planSandbox({ ...input, spec: { ...spec, instanceId: 'inst_2' } }).order.idMap
  expect(one).toMatch(/^0 0 1\n1000 1\d{9} 1$/)
  expect(one).not.toBe(two)
  const ordinary = planSandbox({ ...input, host: { ...input.host, isRoot: false } }).order
  expect(ordinary.idMap).toBe('0 0 1')
  expect(ordinary.script).toContain('--map-user=1000')
  expect(ordinary.script).not.toContain('mount --move')
})

it('writes the limits of the plan into cgroups of version 1 and 2', () => {
  const first = planSandbox(input).order.cgroups
  expect(first.map((folder) => folder.path)).toEqual([
    '/cg/memory/mkt/inst_1',
    '/cg/cpu/mkt-inst_1',
    '/cg/pids/mkt/inst_1',
  ])
  expect(first.flatMap((folder) => folder.files)).toEqual(
    expect.arrayContaining([
      { name: 'memory.limit_in_bytes', value: '134217728' },
      { name: 'cpu.cfs_quota_us', value: '100000' },
      { name: 'cpu.shares', value: '154' },
      { name: 'pids.max', value: '256' },
    ]),
  )
  const cgroups = { version: 2 as const, root: '/cg', controllers: ['memory', 'cpu', 'pids'] }
  const [second] = planSandbox({ ...input, host: { ...input.host, cgroups } }).order.cgroups
  expect(second?.path).toBe('/cg/mkt-inst_1')
  expect(second?.files).toEqual(
    expect.arrayContaining([
      { name: 'memory.max', value: '134217728' },
      { name: 'cpu.max', value: '100000 100000' },
      { name: 'pids.max', value: '256' },
    ]),
  )
})

it('lets an instance that gives way have what others leave: idle where the kernel knows it, the least weight elsewhere', () => {
  const { plan } = input.spec
  expect(planTurn({ version: 1, controllers: {} }, plan, true)).toEqual([
    { name: 'cpu.idle', value: '0', optional: true },
    { name: 'cpu.shares', value: '2' },
    { name: 'cpu.idle', value: '1', optional: true },
  ])
  expect(planTurn({ version: 2, root: '/cg', controllers: [] }, plan, false)).toEqual([
    { name: 'cpu.idle', value: '0', optional: true },
    { name: 'cpu.weight', value: '15' },
  ])
  expect(planTurn({ version: 0 }, plan, true)).toEqual([])
})

it('refuses an image that does not say what to run', () => {
  const config = { ...input.image.config, entrypoint: [], cmd: [] }
  expect(() => planSandbox({ ...input, image: { ...input.image, config } })).toThrow(/neither an entry point/)
})
