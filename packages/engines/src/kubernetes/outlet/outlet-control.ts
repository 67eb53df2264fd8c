import { randomBytes } from 'node:crypto'
import type { V1Pod } from '@kubernetes/client-node'
import type { EgressRules } from '../../egress/rules.ts'
import { absent, type Cluster } from '../cluster.ts'
import { LABELS } from '../plan.ts'
import { currentPod } from '../pods.ts'
import { askOutlet, tellOutlet } from './call-outlet.ts'
import type { OutletOrder, OutletReport } from './outlet-order.ts'
import { outletName } from './outlet-plan.ts'

export interface KeptOrder {
  order: OutletOrder
  token: string
  /** By which its objects were planned last. */
  planned: string
}

/** How the platform speaks with pods of outlets. Their tokens are in memory, so that asking one asks the cluster nothing. */
export interface OutletControl {
  /** What the Secret of an outlet holds. */
  read(instanceId: string, namespace: string): Promise<KeptOrder | null>
  /** The token of an outlet that is being opened: a start that was cut short has told it to a pod already. */
  tokenFor(instanceId: string, namespace: string): Promise<string>
  /** Tells the pod its rules. One that is about to start reads its order. */
  tell(instanceId: string, rules: EgressRules): Promise<void>
  /** What the present pod says, and its name; null where it does not answer. */
  ask(instanceId: string): Promise<(OutletReport & { run: string }) | null>
  forget(instanceId: string): void
}

export function createOutletControl(cluster: Cluster): OutletControl {
  const tokens = new Map<string, string>()

  async function read(instanceId: string, namespace: string): Promise<KeptOrder | null> {
    const secret = await cluster.core.readNamespacedSecret({ name: outletName(instanceId), namespace }).catch(absent)
    if (secret === undefined) return null
    const text = (key: string) => Buffer.from(secret.data?.[key] ?? '', 'base64').toString()
    const token = text('token')
    tokens.set(instanceId, token)
    // Those from before it was written down were closed.
    const order: OutletOrder = { kind: 'closed', ...(JSON.parse(text('order')) as Omit<OutletOrder, 'kind'>) }
    return { order, token, planned: text('planned') }
  }

  async function reach(instanceId: string): Promise<{ pod: V1Pod; token: string } | null> {
    const isOwn = (one: V1Pod) => one.metadata?.labels?.[LABELS.outletOf] === instanceId
    const pod = currentPod(cluster.pods.list().filter(isOwn))
    if (pod?.status?.podIP === undefined) return null
    const token = tokens.get(instanceId) ?? (await read(instanceId, pod.metadata?.namespace ?? ''))?.token
    return token === undefined ? null : { pod, token }
  }

  return {
    read,
    async tokenFor(instanceId, namespace) {
      const token = (await read(instanceId, namespace))?.token ?? randomBytes(32).toString('base64url')
      tokens.set(instanceId, token)
      return token
    },
    async tell(instanceId, rules) {
      const outlet = await reach(instanceId)
      if (outlet !== null) await tellOutlet(outlet.pod, outlet.token, rules)
    },
    async ask(instanceId) {
      const outlet = await reach(instanceId)
      const report = outlet && (await askOutlet(outlet.pod, outlet.token).catch(() => null))
      return report && { ...report, run: outlet.pod.metadata?.uid ?? '' }
    },
    forget: (instanceId) => void tokens.delete(instanceId),
  }
}
