import { isIP } from 'node:net'
import type { V1NetworkPolicy, V1NetworkPolicyEgressRule } from '@kubernetes/client-node'
import { originEndpoint } from '../../addresses.ts'
import { declaredPortsOf, type EgressRules, type Endpoint } from '../../egress/rules.ts'
import { type Caller, peerOf } from '../callers.ts'
import { objectName } from '../names.ts'
import { callersRule, openEgress } from '../network-policy.ts'
import { LABELS, type Place } from '../plan.ts'
import type { OutletSpec } from './outlet-order.ts'
import { outletLabels, outletName, platformNames } from './outlet-plan.ts'
import { CONTROL_PORT, insidePort, RESOLVER_PORT, shownPorts } from './outlet-ports.ts'

/**
 * The policy of an instance whose egress is closed: it reaches its own outlet, and addresses of policy systems and of the platform that
 * have no name. Policies add up, so the one of open applications leaves it out.
 */
export function planClosedPolicy(
  spec: OutletSpec,
  { scope, namespace }: Place,
  { rules, callers }: { rules: EgressRules; callers: readonly Caller[] | null },
): V1NetworkPolicy {
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
      egress: [
        {
          to: [{ podSelector: { matchLabels: { [LABELS.outletOf]: spec.instanceId } } }],
          ports: outletPorts(spec, rules),
        },
        ...unique(places).map(toAddress),
      ],
    },
  }
}

export interface OutletPolicyOptions {
  rules: EgressRules
  callers: readonly Caller[] | null
  /** Who it asks for names besides the name server of the cluster. */
  nameServers?: readonly string[] | undefined
}

/** The policy of an outlet: its own instance and the platform reach it, and it reaches what open applications reach. */
export function planOutletPolicy(
  spec: OutletSpec,
  { scope, namespace }: Place,
  { rules, callers, nameServers = [] }: OutletPolicyOptions,
): V1NetworkPolicy {
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
          ports: outletPorts(spec, rules),
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

function outletPorts(spec: OutletSpec, rules: EgressRules) {
  const ports = shownPorts(declaredPortsOf({ ...rules, endpoints: platformNames(spec) })).map(insidePort)
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
