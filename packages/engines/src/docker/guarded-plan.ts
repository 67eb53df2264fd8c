import { createHash } from 'node:crypto'
import type { ContainerCreateOptions } from 'dockerode'
import { RESOLVER } from '../egress/resolver.ts'
import { declaredPortsOf, type EgressRules } from '../egress/rules.ts'
import type { InstanceSpec } from '../engine.ts'
import { type NetworkPlan, planNetwork } from '../sandbox/network-plan.ts'
import { HOST_NAME, LABELS, PODMAN_PROCESSES } from './plan.ts'

export type GuardedKind = 'closed' | 'watched'

const PAUSE_MEMORY = 32 * 1024 * 1024
const PAUSE_PROCESSES = 32
const PAUSE_FILES = 64
const PREFERRED_PORT = 8080

export function pauseName(instanceId: string): string {
  return `mkt-network-${instanceId}`
}

export function socketName(instanceId: string): string {
  return `${createHash('sha256').update(instanceId).digest('hex').slice(0, 16)}.sock`
}

/** What is inside the network of a guarded instance: of a closed one everything, of a watched one only the resolver. */
export function planInside(spec: InstanceSpec, rules: EgressRules, kind: GuardedKind): NetworkPlan {
  const { stateApi, allowAddresses } = spec
  if (kind === 'closed') {
    const declaredPorts = declaredPortsOf(rules)
    const input = { stateApi, allowAddresses, hostNetworks: [], outside: false, egress: kind, declaredPorts }
    const plan = planNetwork(input)
    // Programs look up the name of their own machine.
    return { ...plan, hosts: `${plan.hosts}127.0.0.1 ${HOST_NAME}\n` }
  }
  const resolvConf = `nameserver ${RESOLVER.host}\n`
  return { port: PREFERRED_PORT, relays: [], loopbackCommands: [], outsideCommands: [], hosts: '', resolvConf }
}

export interface PausePlanInput {
  scope: string
  image: string
  /** Whose network it owns. */
  instanceId: string
  /** The name of the network that it is on; null: none. */
  network: string | null
}

/** The container that owns the network of an instance, so that the network is there before the application is. */
export function planPause({ scope, image, instanceId, network }: PausePlanInput): ContainerCreateOptions {
  return {
    name: pauseName(instanceId),
    Image: image,
    Hostname: HOST_NAME,
    Labels: { [LABELS.scope]: scope, [LABELS.networkOf]: instanceId },
    HostConfig: {
      NetworkMode: network ?? 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      PidsLimit: PAUSE_PROCESSES,
      Memory: PAUSE_MEMORY,
      MemorySwap: PAUSE_MEMORY,
      // Podman would ask for limits of its own that are higher than those it may have itself.
      Ulimits: [
        { Name: 'nofile', Soft: PAUSE_FILES, Hard: PAUSE_FILES },
        { Name: 'nproc', Soft: PODMAN_PROCESSES, Hard: PODMAN_PROCESSES },
      ],
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'none', Config: {} },
    },
  }
}
