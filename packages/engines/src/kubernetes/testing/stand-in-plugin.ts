import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  KubeConfig,
  NetworkingV1Api,
  type V1LabelSelector,
  type V1NetworkPolicy,
  type V1NetworkPolicyPeer,
  type V1NetworkPolicyPort,
  type V1Pod,
  type V1Service,
} from '@kubernetes/client-node'
import { guarded } from '../../guarded.ts'
import type { Cluster } from '../cluster.ts'
import { nodeDocker } from './node-docker.ts'

const run = promisify(execFile)
const LOOK_MS = 100
const NODE = '172.17.0.1'

/**
 * Does for the pods of one scope what a network plugin and kube-proxy do, on a node that has neither: rules inside the network of each pod
 * carry out the policies that select it and lead addresses of Services to pods. It knows what our own policies use.
 */
export async function standInForNetwork(cluster: Cluster, selector: string): Promise<{ stop(): Promise<void> }> {
  const docker = await nodeDocker()
  const config = new KubeConfig()
  config.loadFromDefault()
  const networking = config.makeApiClient(NetworkingV1Api)
  const applied = new Map<string, string>()
  const processes = new Map<string, number>()
  let stopped = false

  async function processOf(uid: string): Promise<number | undefined> {
    const known = processes.get(uid)
    if (known !== undefined) return known
    const label = [`io.kubernetes.pod.uid=${uid}`, 'io.kubernetes.docker.type=podsandbox']
    const [found] = await docker.listContainers({ filters: { label } })
    if (found === undefined) return undefined
    const { State } = await docker.getContainer(found.Id).inspect()
    if (State.Pid > 0) processes.set(uid, State.Pid)
    return State.Pid > 0 ? State.Pid : undefined
  }

  async function look(): Promise<void> {
    const labelSelector = selector
    const [{ items: pods }, { items: services }, { items: policies }] = await Promise.all([
      cluster.core.listPodForAllNamespaces({ labelSelector }),
      cluster.core.listServiceForAllNamespaces({ labelSelector }),
      networking.listNetworkPolicyForAllNamespaces({ labelSelector }),
    ])
    for (const pod of pods) {
      const uid = pod.metadata?.uid ?? ''
      const text = rulesFor(pod, { pods, services, policies })
      const pid = applied.get(uid) === text ? undefined : await processOf(uid)
      if (pid === undefined) continue
      const child = run('nsenter', [`--net=/proc/${pid}/ns/net`, '--', 'iptables-restore'])
      // A pod that has just ended has no network any more, and nobody reads the rules.
      child.child.stdin?.on('error', () => {})
      child.child.stdin?.end(text)
      await child.then(
        () => applied.set(uid, text),
        () => processes.delete(uid),
      )
    }
  }
  const turns = (async () => {
    while (!stopped) {
      await look().catch(() => {})
      await new Promise((resolve) =>
        setTimeout(
          guarded(() => {}, resolve),
          LOOK_MS,
        ),
      )
    }
  })()
  return {
    async stop() {
      stopped = true
      await turns
    },
  }
}

interface Known {
  pods: readonly V1Pod[]
  services: readonly V1Service[]
  policies: readonly V1NetworkPolicy[]
}

function rulesFor(pod: V1Pod, known: Known): string {
  const own = known.policies.filter(
    ({ metadata, spec }) => metadata?.namespace === pod.metadata?.namespace && matches(pod, spec?.podSelector),
  )
  const closing = (type: string) => own.filter(({ spec }) => spec?.policyTypes?.includes(type))
  const out = closing('Egress').flatMap(({ spec }) => spec?.egress ?? [])
  const into = closing('Ingress').flatMap(({ spec }) => spec?.ingress ?? [])
  const usual = (chain: string, device: string) => [
    `-A ${chain} ${device} lo -j ACCEPT`,
    `-A ${chain} -m conntrack --ctstate ESTABLISHED,RELATED -j ACCEPT`,
  ]
  return [
    '*nat',
    ...known.services.flatMap((service) => destinations(service, known.pods)),
    'COMMIT',
    '*filter',
    ...(closing('Egress').length === 0 ? [] : usual('OUTPUT', '-o')),
    ...out.flatMap(({ to, ports }) => allow('OUTPUT', '-d', placesOf(pod, to, known.pods), ports)),
    ...(closing('Egress').length === 0 ? [] : ['-A OUTPUT -j DROP']),
    ...(closing('Ingress').length === 0 ? [] : [...usual('INPUT', '-i'), `-A INPUT -s ${NODE} -j ACCEPT`]),
    ...into.flatMap(({ _from, ports }) => allow('INPUT', '-s', placesOf(pod, _from, known.pods), ports)),
    ...(closing('Ingress').length === 0 ? [] : ['-A INPUT -j DROP']),
    'COMMIT',
    '',
  ].join('\n')
}

function destinations({ metadata, spec }: V1Service, pods: readonly V1Pod[]): string[] {
  const address = spec?.clusterIP ?? 'None'
  const behind = pods.find(
    (pod) =>
      pod.metadata?.namespace === metadata?.namespace &&
      pod.metadata?.deletionTimestamp === undefined &&
      pod.status?.podIP !== undefined &&
      matches(pod, { matchLabels: spec?.selector ?? {} }),
  )
  if (address === 'None' || behind === undefined) return []
  return (spec?.ports ?? []).map(({ port, targetPort, protocol = 'TCP' }) => {
    const to = `${behind.status?.podIP}:${targetPort}`
    return `-A OUTPUT -d ${address}/32 -p ${protocol.toLowerCase()} --dport ${port} -j DNAT --to-destination ${to}`
  })
}

type Place = { cidr: string; except: readonly string[] }

function placesOf(pod: V1Pod, peers: readonly V1NetworkPolicyPeer[] | undefined, pods: readonly V1Pod[]): Place[] {
  if (peers === undefined) return [{ cidr: '0.0.0.0/0', except: [] }]
  return peers.flatMap(({ ipBlock, podSelector, namespaceSelector }) => {
    if (ipBlock !== undefined) return [{ cidr: ipBlock.cidr, except: ipBlock.except ?? [] }]
    const isNear = (one: V1Pod) =>
      namespaceSelector !== undefined || one.metadata?.namespace === pod.metadata?.namespace
    return pods
      .filter((one) => isNear(one) && one.status?.podIP !== undefined && matches(one, podSelector))
      .map((one) => ({ cidr: `${one.status?.podIP}/32`, except: [] }))
  })
}

function allow(
  chain: string,
  side: string,
  places: readonly Place[],
  ports: readonly V1NetworkPolicyPort[] | undefined,
): string[] {
  const doors = (ports ?? []).map(({ port, protocol = 'TCP' }) => `-p ${protocol.toLowerCase()} --dport ${port}`)
  return places
    .flatMap(({ cidr, except }) =>
      (doors.length === 0 ? [''] : doors).map((door) =>
        // Rules are read one after the other, and a refused part is refused by the last one if no other names it.
        except.length === 0 ? `-A ${chain} ${side} ${cidr} ${door} -j ACCEPT` : '',
      ),
    )
    .filter((line) => line !== '')
}

function matches({ metadata }: V1Pod, selector: V1LabelSelector | undefined): boolean {
  const labels = metadata?.labels ?? {}
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {}
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator === 'DoesNotExist') return labels[key] === undefined
      return operator === 'In' && values.includes(labels[key] ?? '')
    })
  )
}
