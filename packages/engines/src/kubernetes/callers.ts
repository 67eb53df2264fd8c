import { isIP } from 'node:net'
import type { V1NetworkPolicyPeer } from '@kubernetes/client-node'
import { LABELS } from './plan.ts'

/** Who may open connections to applications: pods of a namespace, all or those with a label, or addresses. */
export type Caller =
  | { kind: 'pods'; namespace: string; label: { key: string; value: string } | null }
  | { kind: 'addresses'; cidr: string }

const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const LABEL = /^([a-z0-9A-Z][\w./-]*)=([\w.-]*)$/
/** Every namespace carries its own name as a label from this version of Kubernetes on. */
const NAMED_SINCE = 21
const NAMESPACE_NAME = 'kubernetes.io/metadata.name'

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
  return key === undefined || value === undefined ? null : { kind: 'pods', namespace: first, label: { key, value } }
}

/**
 * Who may call applications: what the operator named and, where the platform runs inside the cluster, its own namespace.
 * Null means everybody: the platform's own address as pods see it is not known from outside.
 */
export function callersOf(options: {
  named: readonly string[]
  ownNamespace: string | null
  /** Minor version of Kubernetes 1; null when unknown. */
  version: number | null
}): Caller[] | null {
  const named = options.named.flatMap((text) => parseCaller(text) ?? [])
  const hasNames = options.version === null || options.version >= NAMED_SINCE
  const own: Caller[] =
    options.ownNamespace === null || !hasNames ? [] : [{ kind: 'pods', namespace: options.ownNamespace, label: null }]
  const callers = [...own, ...named]
  return callers.length === 0 ? null : callers
}

/** Applications themselves are never among the callers, not even in a namespace that they share with the platform. */
export function peerOf(caller: Caller): V1NetworkPolicyPeer {
  if (caller.kind === 'addresses') return { ipBlock: { cidr: caller.cidr } }
  return {
    namespaceSelector: { matchLabels: { [NAMESPACE_NAME]: caller.namespace } },
    podSelector: {
      ...(caller.label === null ? {} : { matchLabels: { [caller.label.key]: caller.label.value } }),
      matchExpressions: [{ key: LABELS.scope, operator: 'DoesNotExist' }],
    },
  }
}
