import type Docker from 'dockerode'
import type { Isolation, MissingPart } from '../isolation.ts'
import { isHere } from './bridge-gateway.ts'
import { canFirewall } from './firewall.ts'

/** What operators and customers are told while containers of this engine reach every public host. */
function egressOpen(why: string): string {
  return `containers of this Docker daemon reach every public host, what manifests declare under egress is shown and not enforced: ${why}; MKT_ENGINE=sandbox enforces it`
}

/** What a daemon says about itself, and where it is. */
export interface DaemonFacts {
  info: DaemonInfo
  podman: boolean
  /** Whether its networks are on this machine. */
  here: boolean
  /** Whether this process may set firewall rules on this machine, in Docker's own chain. */
  firewall: boolean
  platform: NodeJS.Platform
}

export interface DaemonInfo {
  OperatingSystem?: string
  SecurityOptions?: readonly string[]
  MemoryLimit?: boolean
  SwapLimit?: boolean
  CpuCfsQuota?: boolean
  PidsLimit?: boolean
}

export async function readDaemon(docker: Docker): Promise<DaemonFacts> {
  const info = (await docker.info()) as DaemonInfo
  const version = (await docker.version()) as { Components?: { Name: string }[] }
  return {
    info,
    podman: (version.Components ?? []).some((component) => component.Name.startsWith('Podman')),
    here: await isHere(docker),
    firewall: await canFirewall(),
    platform: process.platform,
  }
}

function isRootless({ info }: DaemonFacts): boolean {
  return (info.SecurityOptions ?? []).some((option) => option.includes('rootless'))
}

/** Whether ports are published on loopback, because the addresses of containers cannot be reached from here. */
export function mustPublish(facts: DaemonFacts): boolean {
  return facts.platform !== 'linux' || /desktop/i.test(facts.info.OperatingSystem ?? '') || isRootless(facts)
}

/** Whether our firewall rules bite: on the daemon's own machine, and not for Podman, whose networks pass other chains. */
export function isGuarded(facts: DaemonFacts): boolean {
  return !mustPublish(facts) && !facts.podman && facts.here && facts.firewall
}

/** What this daemon cannot do of what applications are promised. It drops limits that it lacks without refusing. */
export function judgeDaemon(facts: DaemonFacts, whyNotGuarded: string | null): Isolation {
  const { info } = facts
  const missing: MissingPart[] = []
  const notes: string[] = []
  if (!isGuarded(facts)) missing.push({ part: 'network', reason: `private addresses cannot be refused: ${why(facts)}` })
  const cgroups = 'give the daemon cgroups with that controller (rootless daemons need them delegated)'
  if (info.MemoryLimit === false) missing.push({ part: 'memory', reason: `the daemon cannot limit memory: ${cgroups}` })
  if (info.CpuCfsQuota === false) missing.push({ part: 'cpu', reason: `the daemon cannot limit CPU: ${cgroups}` })
  const keepsOwnFilter = facts.podman && whyNotGuarded !== null
  if (!hasFilter(info))
    missing.push({
      part: 'privileges',
      reason: 'the daemon cannot filter system calls: it needs a kernel and a runtime with seccomp',
    })
  else if (keepsOwnFilter && isUnconfined(info))
    missing.push({
      part: 'privileges',
      reason: 'the daemon does not filter system calls: start it with its default seccomp profile',
    })
  else if (keepsOwnFilter)
    notes.push(
      'system calls are filtered by Podman’s own profile, which allows more sockets and calls than the platform’s: that can only be given to a Podman on this machine, by a platform that is root',
    )
  if (info.PidsLimit === false) notes.push(`the daemon cannot limit the number of processes: ${cgroups}`)
  if (info.SwapLimit === false)
    notes.push('the daemon cannot limit swap: what exceeds the memory of a plan may go there')
  const egress = whyNotGuarded === null ? {} : { egress: egressOpen(whyNotGuarded) }
  return { missing, outside: true, ...egress, notes }
}

/** Whether the daemon can filter system calls, whichever filter is its own. */
export function hasFilter({ SecurityOptions }: DaemonInfo): boolean {
  return SecurityOptions === undefined || SecurityOptions.some((option) => option.includes('seccomp'))
}

const isUnconfined = ({ SecurityOptions }: DaemonInfo) =>
  SecurityOptions !== undefined && !SecurityOptions.some((option) => /seccomp(?!.*unconfined)/.test(option))

function why(facts: DaemonFacts): string {
  if (facts.podman) return "Podman's networks do not pass the firewall rules of this engine"
  if (mustPublish(facts))
    return 'the daemon runs rootless or in a virtual machine, where rules of this machine do not reach'
  if (!facts.here) return "the daemon's bridge is not on this machine, and firewall rules must be set where it is"
  return 'firewall rules need the right to run iptables where the Docker daemon runs, and its chain DOCKER-USER'
}
