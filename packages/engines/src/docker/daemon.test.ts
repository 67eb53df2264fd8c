import { expect, it } from 'vitest'
import { gatewayOf } from './bridge-gateway.ts'
import { callFilter } from './call-filter.ts'
import { type DaemonFacts, judgeDaemon } from './daemon.ts'

const sound: DaemonFacts = {
  info: {
    OperatingSystem: 'Debian GNU/Linux 12 (bookworm)',
    SecurityOptions: ['name=apparmor', 'name=seccomp,profile=default'],
    MemoryLimit: true,
    SwapLimit: true,
    CpuCfsQuota: true,
    PidsLimit: true,
  },
  podman: false,
  here: true,
  firewall: true,
  platform: 'linux',
}
const judge = (facts: Partial<DaemonFacts>) => judgeDaemon({ ...sound, ...facts }, null)
const judgeInfo = (info: DaemonFacts['info']) => judge({ info: { ...sound.info, ...info } })
const parts = (facts: Partial<DaemonFacts>) => judge(facts).missing.map(({ part }) => part)

it('finds nothing missing on a daemon of this machine that limits and filters everything', () => {
  expect(judge({})).toEqual({ missing: [], outside: true, notes: [] })
})

it('says that private addresses cannot be refused where firewall rules do not reach, and why', () => {
  const reasons = (facts: Partial<DaemonFacts>) => judge(facts).missing.map(({ part, reason }) => `${part}: ${reason}`)
  expect(reasons({ podman: true })).toEqual([expect.stringMatching(/^network: .*Podman/)])
  expect(reasons({ here: false })).toEqual([expect.stringMatching(/^network: .*not on this machine/)])
  expect(reasons({ firewall: false })).toEqual([expect.stringMatching(/^network: .*iptables/)])
  expect(reasons({ platform: 'darwin' })).toEqual([expect.stringMatching(/^network: .*virtual machine/)])
  const rootless = [...(sound.info.SecurityOptions ?? []), 'name=rootless']
  expect(reasons({ info: { ...sound.info, SecurityOptions: rootless } })).toEqual([
    expect.stringMatching(/^network: .*rootless/),
  ])
})

it('says which limits the daemon would drop without a word', () => {
  expect(judgeInfo({ MemoryLimit: false }).missing).toMatchObject([{ part: 'memory' }])
  expect(judgeInfo({ CpuCfsQuota: false }).missing).toMatchObject([{ part: 'cpu' }])
  expect(judgeInfo({ PidsLimit: false })).toMatchObject({ missing: [], notes: [expect.stringMatching(/processes/)] })
  expect(judgeInfo({ SwapLimit: false })).toMatchObject({ missing: [], notes: [expect.stringMatching(/swap/)] })
})

it('says that system calls cannot be filtered, and gives its own filter where they can, whatever the daemon’s is', async () => {
  for (const SecurityOptions of [[], ['name=apparmor']]) {
    const info = { ...sound.info, SecurityOptions }
    expect(parts({ info })).toEqual(['privileges'])
    expect(await callFilter({ ...sound, info }, '/never', true)).toBeNull()
  }
  for (const SecurityOptions of [['name=seccomp,profile=builtin'], ['name=seccomp,profile=unconfined']]) {
    const info = { ...sound.info, SecurityOptions }
    expect(parts({ info })).toEqual([])
    expect(await callFilter({ ...sound, info }, '/never', false)).toMatch(/^seccomp=\{"defaultAction":"SCMP_ACT_ERRNO"/)
  }
})

it('says where Podman filters system calls by its own profile, because it reads none of a platform elsewhere', async () => {
  expect(await callFilter({ ...sound, podman: true }, '/never', false)).toBeNull()
  const notes = judgeDaemon({ ...sound, podman: true }, 'not this machine').notes
  expect(notes).toEqual([expect.stringMatching(/Podman’s own profile/)])
  expect(judgeDaemon({ ...sound, podman: true }, null).notes).toEqual([])
  const info = { ...sound.info, SecurityOptions: ['name=seccomp,profile=unconfined'] }
  const missing = (whyNot: string | null) =>
    judgeDaemon({ ...sound, info, podman: true }, whyNot).missing.filter(({ part }) => part === 'privileges')
  expect(missing('not this machine')).toEqual([
    { part: 'privileges', reason: expect.stringMatching(/does not filter system calls/) },
  ])
  expect(missing(null)).toEqual([])
})

it('finds the gateway of a bridge whether the daemon names it or only the subnet', () => {
  const gateway = (...Config: { Subnet?: string; Gateway?: string }[]) => gatewayOf({ IPAM: { Config } })
  expect(gateway({ Subnet: '172.17.0.0/16', Gateway: '172.17.0.9' })).toBe('172.17.0.9')
  expect(gateway({ Subnet: '172.17.0.0/16' })).toBe('172.17.0.1')
  expect(gateway({ Subnet: 'fd00::/64', Gateway: 'fd00::1' }, { Subnet: '10.0.0.32/27' })).toBe('10.0.0.33')
  expect([gateway(), gatewayOf({}), gateway({ Subnet: 'fd00::/64' })]).toEqual([null, null, null])
})

it('says that egress is not enforced where networks cannot be guarded, and why', () => {
  expect(judgeDaemon(sound, 'the platform must run as root').egress).toMatch(
    /not enforced: the platform must run as root/,
  )
})
