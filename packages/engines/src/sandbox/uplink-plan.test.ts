import { expect, it } from 'vitest'
import { findNameServer, planUplink } from './uplink-plan.ts'

const place = { pid: 42, isRoot: true, folder: '/data/i' }
const slirp = { name: 'slirp4netns', program: '/usr/bin/slirp4netns', nameServer: '10.0.0.53' } as const
const pasta = { name: 'pasta', program: '/usr/bin/pasta', nameServer: '10.0.0.53' } as const

it('lets no port of this machine lead inside and shows none of its loopback, whichever program it is', () => {
  expect(planUplink(slirp, place).command).toContain('--disable-host-loopback')
  const { command: args } = planUplink(pasta, place)
  const after = (name: string) => args[args.indexOf(name) + 1]
  for (const ports of ['--tcp-ports', '--udp-ports', '--tcp-ns', '--udp-ns']) expect(after(ports), ports).toBe('none')
  expect(args).toContain('--no-map-gw')
  expect(after('--dns-forward')).toBe('169.254.213.3')
})

it('hands pasta the namespace as root, and names it together with its user namespace for anybody else', () => {
  expect(planUplink(pasta, place).handOver).toBe('/proc/42/ns/net')
  const ordinary = planUplink(pasta, { ...place, isRoot: false })
  expect(ordinary.handOver).toBeNull()
  expect(ordinary.command.join(' ')).toContain('--userns /proc/42/ns/user --netns /proc/42/ns/net')
})

it('asks a name server that can be reached from elsewhere, not a cache on loopback', () => {
  expect(findNameServer(['nameserver 127.0.0.53\n', '# x\nnameserver ::1\nnameserver 10.1.1.1\n'])).toBe('10.1.1.1')
  expect(findNameServer(['nameserver 127.0.0.53\n', ''])).toBeNull()
  expect(planUplink({ ...pasta, nameServer: null }, place).command).not.toContain('--dns-forward')
})
