import { expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { planFirewall } from './firewall-plan.ts'
import { planInside, planPause } from './guarded-plan.ts'
import { readLogFrames, sinceOf } from './log-stream.ts'
import { readRoutes } from './own-routes.ts'
import { bridgePrefix, networkName, networkScope, planContainer, planNetworks } from './plan.ts'

const spec: InstanceSpec = {
  instanceId: 'inst_1',
  deploymentId: 'dep_1',
  app: 'acme/rater',
  version: '1.0.0',
  image: { digest: 'sha256:x', reference: 'r/acme/rater@sha256:x', credential: null, unpack: () => Promise.reject() },
  variables: { A: 'b' },
  stateApi: 'http://172.17.0.1:7072',
  plan: { cpu: 0.5, cpuCeiling: 1, memoryBytes: 536_870_912 },
  allowAddresses: ['172.17.0.1:7080', '10.5.0.0/16', 'nonsense'],
}
const image = { env: ['PATH=/bin'], user: 'root' }

it('asks the daemon for every part of the isolation', () => {
  const { HostConfig, User, Env } = planContainer({ spec, scope: 's', image, publish: false, callFilter: 'seccomp={}' })
  expect(HostConfig).toMatchObject({
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges', 'seccomp={}'],
    PidsLimit: 256,
    Memory: 536_870_912,
    MemorySwap: 536_870_912,
    NanoCpus: 1_000_000_000,
    CpuShares: 512,
    Tmpfs: { '/tmp': expect.stringContaining('size=67108864') },
  })
  expect(User).toBe('1000:1000')
  expect(Env).toEqual(
    expect.arrayContaining(['PATH=/bin', 'A=b', 'MKT_PORT=8080', 'MKT_STATE_API=http://172.17.0.1:7072']),
  )
  expect(HostConfig?.PortBindings).toBeUndefined()
})

it('publishes the port on loopback only where container addresses are out of reach', () => {
  const { HostConfig } = planContainer({
    ...{ spec, scope: 's', image: { env: [], user: '7' } },
    ...{ publish: true, callFilter: null },
  })
  expect(HostConfig?.PortBindings).toEqual({ '8080/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] })
})

it('gives every app a network of its own with an interface name that the kernel takes', () => {
  const [network] = planNetworks('scope', 'acme/a-very-long-name-of-an-application', [])
  const name = network?.Options?.['com.docker.network.bridge.name'] ?? ''
  expect(name.startsWith(bridgePrefix('scope'))).toBe(true)
  expect(name.length).toBeLessThan(16)
  expect(network?.IPAM?.Config?.[0]?.Subnet).toMatch(/^10\.213\.\d+\.\d+\/27$/)
})

it('lays no network where this machine has a way to another one, even one that is down', () => {
  const subnets = (table = '') =>
    planNetworks('scope', 'acme/a', readRoutes(table)).map(({ IPAM }) => IPAM?.Config?.[0]?.Subnet)
  const line = (destination: string, mask: string) => {
    const [base, bits] = [destination, mask].map((text) =>
      Buffer.from(text.split('.').map(Number)).reverse().toString('hex').toUpperCase(),
    )
    return `br0\t${base}\t00000000\t0001\t0\t0\t0\t${bits}\t0\t0\t0`
  }
  const table = (...lines: string[]) => ['Iface\tDestination\tGateway', ...lines, ''].join('\n')
  const [first = '', second = '', ...rest] = subnets()
  const address = (subnet: string) => subnet.replace('/27', '')
  const sameThird = `${address(first).split('.').slice(0, 3).join('.')}.0`

  expect(new Set([first, second, ...rest]).size).toBe(64)
  expect(subnets(table(line(address(first), '255.255.255.224')))[0]).toBe(second)
  expect(subnets(table(line(address(first), '255.255.255.255')))[0]).toBe(second)
  expect(subnets(table(line(sameThird, '255.255.255.0')))).not.toContain(first)
  expect(
    subnets(table(line('0.0.0.0', '0.0.0.0'), line('10.0.0.0', '255.0.0.0'), line('172.17.0.0', '255.255.0.0'))),
  ).toEqual(subnets())
  expect(subnets('')).toEqual(subnets())
})

it('opens the state interface and the allow list, refuses the rest of the machine and everything private', () => {
  const { restore, jumps } = planFirewall('s', spec.stateApi, spec.allowAddresses)
  expect(restore).toMatch(/HERE -p tcp -d 172\.17\.0\.1\/32 --dport 7072 -j ACCEPT/)
  expect(restore).toMatch(/HERE -p tcp -d 172\.17\.0\.1\/32 --dport 7080 -j ACCEPT/)
  expect(restore).toMatch(/AWAY -d 10\.5\.0\.0\/16 -j RETURN[\s\S]*AWAY -d 10\.0\.0\.0\/8 -j REJECT/)
  expect(restore).toMatch(/HERE -j REJECT/)
  expect(restore).not.toContain('nonsense')
  expect(jumps.map((jump) => jump.chain)).toEqual(['INPUT', 'DOCKER-USER'])
})

const frame = (stream: number, text: string) => {
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(Buffer.byteLength(text), 4)
  return Buffer.concat([header, Buffer.from(text)])
}

it('reads log frames after the cursor, both streams', () => {
  const bytes = Buffer.concat([
    frame(1, '2026-01-01T00:00:00.000000001Z one\n'),
    frame(2, '2026-01-01T00:00:00.000000002Z two words\n'),
  ])
  expect(readLogFrames(bytes, undefined).lines.map((line) => `${line.stream} ${line.text}`)).toEqual([
    'stdout one',
    'stderr two words',
  ])
  const page = readLogFrames(bytes, '2026-01-01T00:00:00.000000001Z')
  expect(page.lines.map((line) => line.text)).toEqual(['two words'])
  expect(page.cursor).toBe('2026-01-01T00:00:00.000000002Z')
  expect(sinceOf(page.cursor)).toBe('1767225600.000000002')
})

it('gives the first part of a line that the daemon took apart, and begins again with the next', () => {
  const at = (nanoseconds: number) => `2026-01-01T00:00:00.00000000${nanoseconds}Z`
  const parts = ['first', 'second', 'third\n', 'next\n']
  const bytes = Buffer.concat([
    ...parts.slice(0, 2).map((text, index) => frame(1, `${at(index + 1)} ${text}`)),
    frame(2, `${at(3)} meanwhile\n`),
    ...parts.slice(2).map((text, index) => frame(1, `${at(index + 4)} ${text}`)),
  ])
  const page = readLogFrames(bytes, undefined)
  expect(page.lines.map(({ text }) => text)).toEqual(['first', 'meanwhile', 'next'])
  expect(readLogFrames(bytes, at(2)).lines.map(({ text }) => text)).toEqual(['meanwhile', 'next'])
})

it('lets a guarded container join the network of its owner, at a port that no declared host has', () => {
  const rules = { mode: 'enforce' as const, hosts: [{ host: 'vin.example', port: 8080 }], endpoints: [] }
  const inside = planInside(spec, rules, 'closed')
  expect(inside.port).toBe(8081)
  expect(inside.loopbackCommands).toContain('address replace 172.17.0.1 dev lo')
  expect(inside.outsideCommands).toEqual([])
  expect(inside.hosts).toContain('127.0.0.1 app\n')
  const guarded = { kind: 'closed', owner: 'mkt-network-inst_1', port: inside.port, binds: ['/x/hosts:/etc/hosts:ro'] }
  const { HostConfig, Env, Hostname, ExposedPorts } = planContainer({
    ...{ spec, scope: 's', image, publish: true, guarded },
    callFilter: null,
  })
  expect(HostConfig).toMatchObject({ NetworkMode: 'container:mkt-network-inst_1', Binds: ['/x/hosts:/etc/hosts:ro'] })
  expect(Env).toContain('MKT_PORT=8081')
  expect([Hostname, ExposedPorts, HostConfig?.PortBindings]).toEqual([undefined, undefined, undefined])
})

it('owns a closed network that is on no bridge, and a watched one on that of its app', () => {
  const modeOf = (network: string | null) =>
    planPause({ scope: 's', image: 'mkt-pause:1', instanceId: 'inst_1', network }).HostConfig?.NetworkMode
  expect(modeOf(null)).toBe('none')
  expect(modeOf(networkName('s', 'acme/rater'))).toMatch(/^mkt-.*acme\.rater$/)
})

it('gives containers of trials and shadows networks and rules of their own', () => {
  const place = networkScope('s', true)
  const [ordinary, isolated] = [undefined, true].map((one) => planNetworks('s', spec.app, [], one)[0])
  expect(isolated?.Labels).toEqual(ordinary?.Labels)
  const bridges = [ordinary, isolated].map((network) => network?.Options?.['com.docker.network.bridge.name'] ?? '')
  expect(bridges.map((bridge) => bridge.startsWith(bridgePrefix('s')))).toEqual([true, false])
  expect(bridges[1]?.startsWith(bridgePrefix(place))).toBe(true)
  const { HostConfig } = planContainer({
    ...{ spec: { ...spec, isolated: true }, scope: 's', image },
    ...{ publish: false, callFilter: null },
  })
  expect(HostConfig?.NetworkMode).toBe(isolated?.Name)
  expect(planFirewall(place, spec.stateApi, []).jumps).not.toEqual(planFirewall('s', spec.stateApi, []).jumps)
})
