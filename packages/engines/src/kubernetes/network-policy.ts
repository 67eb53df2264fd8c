import { isIP } from 'node:net'
import type { V1NetworkPolicy, V1NetworkPolicyEgressRule, V1NetworkPolicyIngressRule } from '@kubernetes/client-node'
import { originEndpoint, parseAllowedAddress, REFUSED_NETWORKS } from '../addresses.ts'
import type { InstanceSpec } from '../engine.ts'
import { type Caller, peerOf } from './callers.ts'
import { LABELS, type Place, PORT } from './plan.ts'

/** The port of state interface and relay; the other one of the state interface takes telemetry. */
const PLATFORM_PORT = 'http'

/**
 * Ordinary pods have one policy, pods of trials and shadows another, by which they do not reach where telemetry is taken. Out: names, the
 * state interface, the allow list, and everything that is not private. In: the application's port, for the callers given, or for everybody
 * where they are not known. Instances that have an outlet, and outlets, have policies of their own.
 */
export function planNetworkPolicy(
  spec: InstanceSpec,
  { scope, namespace }: Place,
  callers: readonly Caller[] | null,
): V1NetworkPolicy {
  const isolated = spec.isolated === true
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `mkt-${scope}${isolated ? '-isolated' : ''}`, namespace, labels: { [LABELS.scope]: scope } },
    spec: {
      podSelector: {
        matchLabels: { [LABELS.scope]: scope },
        matchExpressions: [
          { key: LABELS.isolated, operator: isolated ? 'Exists' : 'DoesNotExist' },
          ...[LABELS.egress, LABELS.outletOf].map((key) => ({ key, operator: 'DoesNotExist' })),
        ],
      },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [callersRule(callers)],
      egress: openEgress(spec),
    },
  }
}

export function callersRule(callers: readonly Caller[] | null): V1NetworkPolicyIngressRule {
  return { ports: [{ port: PORT, protocol: 'TCP' }], ...(callers === null ? {} : { _from: callers.map(peerOf) }) }
}

/** Everything that is not private, and of that names, parts of the platform and what the operator allows. */
export function openEgress(
  spec: Pick<InstanceSpec, 'stateApi' | 'allowAddresses' | 'isolated'>,
): V1NetworkPolicyEgressRule[] {
  const state = originEndpoint(spec.stateApi)
  const endpoints: { cidr: string; port: number | null }[] = []
  if (isIP(state.host) === 4) endpoints.push({ cidr: `${state.host}/32`, port: state.port })
  for (const allowed of spec.allowAddresses.map(parseAllowedAddress)) {
    if (allowed?.kind === 'endpoint' && isIP(allowed.host) === 4) {
      endpoints.push({ cidr: `${allowed.host}/32`, port: allowed.port })
    }
    if (allowed?.kind === 'network' && allowed.family === 4) endpoints.push({ cidr: allowed.cidr, port: null })
  }
  return [
    {
      to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
      ports: [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ],
    },
    {
      to: [
        {
          namespaceSelector: {},
          podSelector: { matchExpressions: [{ key: 'mkt.dev/role', operator: 'In', values: ['state', 'relay'] }] },
        },
      ],
      ...(spec.isolated === true ? { ports: [{ port: PLATFORM_PORT, protocol: 'TCP' }] } : {}),
    },
    ...endpoints.map(({ cidr, port }) => ({
      to: [{ ipBlock: { cidr } }],
      ...(port === null ? {} : { ports: [{ port, protocol: 'TCP' }] }),
    })),
    { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: [...REFUSED_NETWORKS] } }] },
  ]
}
