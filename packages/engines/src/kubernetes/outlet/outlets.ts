import { randomBytes } from 'node:crypto'
import type { KubernetesObject, V1Deployment, V1OwnerReference, V1Pod, V1Service } from '@kubernetes/client-node'
import type { EgressRules } from '../../egress/rules.ts'
import { addCounts, type EgressCount } from '../../egress/tally.ts'
import type { InstanceSpec } from '../../engine.ts'
import type { Caller } from '../callers.ts'
import type { Cluster } from '../cluster.ts'
import { deploymentHead, LABELS, type Place, type WayOut } from '../plan.ts'
import { currentPod } from '../pods.ts'
import { askOutlet, tellOutlet } from './call-outlet.ts'
import { type OutletOrder, rulesMark } from './outlet-order.ts'
import {
  type OutletOptions,
  outletName,
  planOutlet,
  planOutletSecret,
  planOutletService,
  planProgram,
  planWait,
  platformNames,
} from './outlet-plan.ts'
import { planClosedPolicy, planOutletPolicy } from './outlet-policies.ts'
import { outletProgram } from './outlet-program.ts'

/** Written on the Deployment of an instance that has ended: what its outlet counted. */
const COUNTS = 'mkt.dev/egress-counts'
/** Annotations hold 256 KB in all; older rows are in the ledger already. */
const COUNTS_KEPT = 300
const KINDS = [
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
  { apiVersion: 'v1', kind: 'Secret' },
] as const

export interface OpenOutlet {
  way: WayOut
  /** Ties its objects to the instance, so that they go with it. */
  own(owner: V1Deployment): Promise<void>
}

export interface Outlets {
  /** Makes the way out of an instance before the instance itself. */
  open(spec: InstanceSpec, rules: EgressRules, place: Place): Promise<OpenOutlet>
  /** Tells all outlets of a deployment at the same time: one that does not answer is not waited for by the others. Fails where one was not told. */
  apply(deploymentId: string, rules: EgressRules): Promise<void>
  counts(instanceId: string): Promise<EgressCount[]>
  /** Keeps what was counted with the ended instance, and removes its outlet. */
  end(instanceId: string): Promise<void>
  remove(instanceId: string): Promise<void>
}

/** The outlets of instances whose egress is closed. Objects say what is wanted; the pod is told at once when rules change. */
export function createOutlets(
  cluster: Cluster,
  { scope, callers, options }: { scope: string; callers: readonly Caller[] | null; options: OutletOptions },
): Outlets {
  const tokens = new Map<string, string>()
  const wanted = new Map<string, EgressRules>()
  /** What pods counted that are gone, and what the present one counted last. */
  const seen = new Map<string, { pod: string; before: EgressCount[]; last: EgressCount[] }>()
  const outlets = (label: string, value: string) =>
    cluster.deployments.list().filter(({ metadata }) => metadata?.labels?.[label] === value)
  const podOf = (instanceId: string): V1Pod | undefined => {
    const pod = currentPod(cluster.pods.list().filter((one) => one.metadata?.labels?.[LABELS.outletOf] === instanceId))
    return pod?.status?.podIP === undefined ? undefined : pod
  }
  const instance = (instanceId: string) =>
    cluster.deployments.list().find(({ metadata }) => metadata?.labels?.[LABELS.instance] === instanceId)

  async function readOrder(instanceId: string, namespace: string): Promise<OutletOrder | null> {
    const secret = await cluster.core.readNamespacedSecret({ name: outletName(instanceId), namespace }).catch(absent)
    const text = (key: string) => Buffer.from(secret?.data?.[key] ?? '', 'base64').toString()
    if (secret === undefined) return null
    tokens.set(instanceId, text('token'))
    return JSON.parse(text('order')) as OutletOrder
  }

  async function tokenOf(instanceId: string): Promise<string | undefined> {
    const [outlet] = tokens.has(instanceId) ? [] : outlets(LABELS.outletOf, instanceId)
    if (outlet !== undefined) await readOrder(instanceId, outlet.metadata?.namespace ?? '')
    return tokens.get(instanceId)
  }

  /** Everything but the pod, which is told by itself. */
  function planShared(order: OutletOrder, place: Place): KubernetesObject[] {
    const { spec, rules } = order
    return [
      planOutletService(spec, place, rules),
      planOutletPolicy(spec, place, { rules, callers, nameServers: options.nameServers }),
      planClosedPolicy(spec, place, { rules, callers }),
      planOutletSecret(spec, place, { order, token: tokens.get(spec.instanceId) ?? '' }),
    ]
  }

  async function push(instanceId: string, rules: EgressRules): Promise<void> {
    const pod = podOf(instanceId)
    const token = await tokenOf(instanceId)
    // An outlet that is about to start reads its order.
    if (pod !== undefined && token !== undefined) await tellOutlet(pod, token, rules)
  }

  async function tell({ metadata }: V1Deployment, rules: EgressRules): Promise<void> {
    const [instanceId, namespace] = [metadata?.labels?.[LABELS.outletOf] ?? '', metadata?.namespace ?? '']
    const order = await readOrder(instanceId, namespace)
    const owner = instance(instanceId)
    if (order === null || owner === undefined) return
    for (const object of planShared({ ...order, rules }, { scope, namespace }))
      await cluster.apply(owned(object, owner))
    await push(instanceId, rules)
  }

  return {
    async open(spec, rules, place) {
      const { instanceId, deploymentId, stateApi, otlp, isolated, allowAddresses: allow } = spec
      const kept = {
        instanceId,
        deploymentId,
        stateApi,
        allowAddresses: allow,
        ...(otlp === undefined ? {} : { otlp }),
        ...(isolated === undefined ? {} : { isolated }),
      }
      const service = await cluster.apply<V1Service>(planOutletService(kept, place, rules))
      const address = service.spec?.clusterIP ?? ''
      // A start that was cut short has told its token to a pod already.
      if ((await readOrder(instanceId, place.namespace)) === null)
        tokens.set(instanceId, randomBytes(32).toString('base64url'))
      wanted.set(deploymentId, rules)
      const order: OutletOrder = { rules, address, allow, platform: platformNames(kept), spec: kept }
      const program = await outletProgram()
      const objects = [...planShared(order, place), planOutlet(kept, place, { ...options, program })]
      for (const object of [planProgram(place, program), ...objects]) await cluster.apply(object)
      return {
        way: { nameServer: address, wait: planWait(address, options.image) },
        async own(owner) {
          for (const object of objects) await cluster.apply(owned(object, owner))
        },
      }
    },
    async apply(deploymentId, rules) {
      wanted.set(deploymentId, rules)
      const told = await Promise.allSettled(
        outlets(LABELS.outletDeployment, deploymentId).map((one) => tell(one, rules)),
      )
      for (const one of told) if (one.status === 'rejected') throw one.reason
    },
    async counts(instanceId) {
      const { annotations, labels } = instance(instanceId)?.metadata ?? {}
      if (labels === undefined) return []
      if (annotations?.[COUNTS] !== undefined) return JSON.parse(annotations[COUNTS]) as EgressCount[]
      const known = seen.get(instanceId)
      const pod = podOf(instanceId)
      const token = await tokenOf(instanceId)
      const report = pod === undefined || token === undefined ? null : await askOutlet(pod, token).catch(() => null)
      if (report === null) return known === undefined ? [] : addCounts(known.before, known.last)
      const uid = pod?.metadata?.uid ?? ''
      const before =
        known === undefined || known.pod === uid ? (known?.before ?? []) : addCounts(known.before, known.last)
      seen.set(instanceId, { pod: uid, before, last: report.counts })
      const rules = wanted.get(labels[LABELS.deployment] ?? '')
      // It was restarted with an older order, or a push was lost.
      if (rules !== undefined && report.rules !== rulesMark(rules)) await push(instanceId, rules).catch(() => {})
      return addCounts(before, report.counts)
    },
    async end(instanceId) {
      if (outlets(LABELS.outletOf, instanceId).length === 0) return
      const counts = await this.counts(instanceId)
      const kept = counts.toSorted((a, b) => b.hour.localeCompare(a.hour)).slice(0, COUNTS_KEPT)
      const namespace = instance(instanceId)?.metadata?.namespace
      if (namespace !== undefined) {
        const head = deploymentHead(instanceId, namespace)
        const annotations = { [COUNTS]: JSON.stringify(kept) }
        await cluster.merge({ ...head, metadata: { ...head.metadata, annotations } } as V1Deployment)
      }
      await this.remove(instanceId)
    },
    async remove(instanceId) {
      tokens.delete(instanceId)
      seen.delete(instanceId)
      await cluster.removeLabelled(KINDS, `${LABELS.scope}=${scope},${LABELS.outletOf}=${instanceId}`)
    },
  }
}

/** Goes with the instance, however it is removed. */
function owned<T extends KubernetesObject>(object: T, { metadata }: V1Deployment): T {
  const { name = '', uid = '' } = metadata ?? {}
  const ownerReferences: V1OwnerReference[] = [{ apiVersion: 'apps/v1', kind: 'Deployment', name, uid }]
  return { ...object, metadata: { ...object.metadata, ownerReferences } }
}

function absent(error: unknown): undefined {
  if ((error as { code?: number }).code === 404) return undefined
  throw error
}
