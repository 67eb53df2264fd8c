import { isIP } from 'node:net'
import type { V1NetworkPolicy, V1NetworkPolicyEgressRule } from '@kubernetes/client-node'
import { originEndpoint } from '../../addresses.ts'
import type { Endpoint } from '../../egress/rules.ts'
import { type Caller, peerOf } from '../callers.ts'
import { objectName } from '../names.ts'
import { callersRule, openEgress } from '../network-policy.ts'
import { LABELS, type Place } from '../plan.ts'
import { type OutletShape, outletLabels, outletName, servedPorts } from './outlet-plan.ts'
import { CONTROL_PORT, insidePort, RESOLVER_PORT } from './outlet-ports.ts'

/**
 * The policy of an instance whose egress is closed: it reaches its own outlet, and addresses of policy systems and of the platform that
 * have no name. Policies add up, so the one of open applications leaves it out.
 */
export function planClosedPolicy(
  shape: OutletShape,
  { scope, namespace }: Place,
  callers: readonly Caller[] | null,
): V1NetworkPolicy {
  const { spec, rules } = shape
  const { stateApi, otlp } = spec
  const own = [stateApi, ...(otlp === undefined ? [] : [otlp])].map(originEndpoint)
  const places = [...own, ...rules.endpoints].filter(({ host }) => isIP(host) === 4)
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: objectName(spec.instanceId), namespace, labels: outletLabels(spec, scope) },
    spec: {
      podSelector: { matchLabels: { [LABELS.instance]: spec.instanceId } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [callersRule(callers)],
      egress: [toOutlet(shape), ...unique(places).map(toAddress)],
    },
  }
}

/** An instance that is only watched has the policy of open applications, and may ask its outlet for names besides. */
export function planWatchedPolicy(shape: OutletShape, { scope, namespace }: Place): V1NetworkPolicy {
  const { spec } = shape
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: objectName(spec.instanceId), namespace, labels: outletLabels(spec, scope) },
    spec: {
      podSelector: { matchLabels: { [LABELS.instance]: spec.instanceId } },
      policyTypes: ['Egress'],
      egress: [toOutlet(shape)],
    },
  }
}

export interface OutletPolicyOptions {
  callers: readonly Caller[] | null
  /** Who it asks for names besides the name server of the cluster. */
  nameServers?: readonly string[] | undefined
}

/** The policy of an outlet: its own instance and the platform reach it, and it reaches what open applications reach. */
export function planOutletPolicy(
  shape: OutletShape,
  { scope, namespace }: Place,
  { callers, nameServers = [] }: OutletPolicyOptions,
): V1NetworkPolicy {
  const { spec } = shape
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: outletName(spec.instanceId), namespace, labels: outletLabels(spec, scope) },
    spec: {
      podSelector: { matchLabels: { [LABELS.outletOf]: spec.instanceId } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          _from: [{ podSelector: { matchLabels: { [LABELS.instance]: spec.instanceId } } }],
          ports: outletPorts(shape),
        },
        {
          ports: [{ port: CONTROL_PORT, protocol: 'TCP' }],
          ...(callers === null ? {} : { _from: callers.map(peerOf) }),
        },
      ],
      egress: [...openEgress(spec), ...nameServers.map(toNameServer)],
    },
  }
}

function toOutlet(shape: OutletShape): V1NetworkPolicyEgressRule {
  const podSelector = { matchLabels: { [LABELS.outletOf]: shape.spec.instanceId } }
  return { to: [{ podSelector }], ports: outletPorts(shape) }
}

function outletPorts(shape: OutletShape) {
  const ports = servedPorts(shape).map(insidePort)
  return [
    { port: RESOLVER_PORT.inside, protocol: 'UDP' },
    ...[RESOLVER_PORT.inside, ...ports].map((port) => ({ port, protocol: 'TCP' })),
  ]
}

function toNameServer(host: string): V1NetworkPolicyEgressRule {
  return {
    to: [{ ipBlock: { cidr: `${host}/32` } }],
    ports: ['UDP', 'TCP'].map((protocol) => ({ port: 53, protocol })),
  }
}

function toAddress({ host, port }: Endpoint): V1NetworkPolicyEgressRule {
  return { to: [{ ipBlock: { cidr: `${host}/32` } }], ports: [{ port, protocol: 'TCP' }] }
}

function unique(places: readonly Endpoint[]): Endpoint[] {
  return [...new Map(places.map((place) => [`${place.host}:${place.port}`, place])).values()]
}
