import { isIP } from 'node:net'
import type { V1NetworkPolicyPeer } from '@kubernetes/client-node'
import { LABELS } from './plan.ts'

/** Who may open connections to applications: pods of a namespace, all or those whose label has one of some values, or addresses. */
export type Caller =
  | { kind: 'pods'; namespace: string; label: { key: string; values: readonly string[] } | null }
  | { kind: 'addresses'; cidr: string }

/** Which pods of the platform's own namespace call applications; api sends the check of a configuration. The chart sets this label. */
export const OWN_CALLERS = { key: 'mkt.dev/role', values: ['gateway', 'worker', 'api'] } as const
/** Kubernetes gives every namespace its own name as this label from 1.21 on; in older clusters the engine does (`prepareCallers`). */
export const NAMESPACE_NAME = 'kubernetes.io/metadata.name'

const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const LABEL = /^([a-z0-9A-Z][\w./-]*)=([\w.-]*)$/

/** Reads `address`, CIDR, `namespace` or `namespace/label=value`. Null when it is none of these. */
export function parseCaller(text: string): Caller | null {
  const slash = text.indexOf('/')
  const [first, rest] = slash < 0 ? [text, null] : [text.slice(0, slash), text.slice(slash + 1)]
  const family = isIP(first)
  if (family !== 0) {
    const bits = rest ?? (family === 4 ? '32' : '128')
    const valid = /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
    return valid ? { kind: 'addresses', cidr: `${first}/${bits}` } : null
  }
  if (!NAMESPACE.test(first)) return null
  if (rest === null) return { kind: 'pods', namespace: first, label: null }
  const [, key, value] = LABEL.exec(rest) ?? []
  return key === undefined || value === undefined
    ? null
    : { kind: 'pods', namespace: first, label: { key, values: [value] } }
}

/**
 * Who may call applications: what the operator named and, where the platform runs inside the cluster, its own gateways, workers and apis.
 * Null means everybody: the platform's own address as pods see it is not known from outside.
 */
export function callersOf(options: { named: readonly string[]; ownNamespace: string | null }): Caller[] | null {
  const { named, ownNamespace } = options
  const own: Caller[] = ownNamespace === null ? [] : [{ kind: 'pods', namespace: ownNamespace, label: OWN_CALLERS }]
  const callers = [...own, ...named.flatMap((text) => parseCaller(text) ?? [])]
  return callers.length === 0 ? null : callers
}

/** Applications themselves are never among the callers, not even in a namespace that they share with the platform. */
export function peerOf(caller: Caller): V1NetworkPolicyPeer {
  if (caller.kind === 'addresses') return { ipBlock: { cidr: caller.cidr } }
  return {
    namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: caller.namespace } },
    podSelector: {
      matchExpressions: [
        ...(caller.label === null ? [] : [{ key: caller.label.key, operator: 'In', values: [...caller.label.values] }]),
        { key: LABELS.scope, operator: 'DoesNotExist' },
      ],
    },
  }
}
