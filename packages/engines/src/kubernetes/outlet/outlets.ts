import type { KubernetesObject, V1Deployment, V1Service } from '@kubernetes/client-node'
import { type EgressRules, networkKind } from '../../egress/rules.ts'
import type { EgressCount } from '../../egress/tally.ts'
import type { InstanceSpec } from '../../engine.ts'
import type { Caller } from '../callers.ts'
import type { Cluster } from '../cluster.ts'
import type { InstanceView } from '../instance-view.ts'
import { ownedBy } from '../owned-by.ts'
import { deploymentHead, LABELS, type Place, type WayOut } from '../plan.ts'
import { createOutletControl } from './outlet-control.ts'
import { type OutletOrder, rulesMark } from './outlet-order.ts'
import {
  type OutletOptions,
  planOutlet,
  planOutletService,
  planProgram,
  planWait,
  platformNames,
} from './outlet-plan.ts'
import { outletProgram } from './outlet-program.ts'
import { planShared } from './plan-shared.ts'

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
  /** What the present pod of the outlet counted. Each pod counts from zero, and its counts carry its name. */
  counts(instanceId: string): Promise<EgressCount[]>
  /** Keeps what was counted with the ended instance, and removes its outlet. */
  end(instanceId: string): Promise<void>
  remove(instanceId: string): Promise<void>
}

export interface OutletsOptions {
  scope: string
  callers: readonly Caller[] | null
  options: OutletOptions
}

/** The outlets of instances whose egress is closed or watched. Objects say what is wanted; the pod is told at once when rules change. */
export function createOutlets(
  cluster: Cluster,
  view: Pick<InstanceView, 'deployment'>,
  { scope, callers, options }: OutletsOptions,
): Outlets {
  const control = createOutletControl(cluster)
  /** The rules of deployments that have outlets, or are about to. */
  const wanted = new Map<string, EgressRules>()
  /** Instances that are being started: the watches do not show their outlets yet. */
  const opening = new Map<string, string>()
  /** What an outlet said last: told again while it does not answer. */
  const last = new Map<string, EgressCount[]>()
  const outlets = (label: string, value: string) =>
    cluster.deployments.list().filter(({ metadata }) => metadata?.labels?.[label] === value)

  async function tell({ metadata }: V1Deployment, rules: EgressRules): Promise<void> {
    const [instanceId, namespace] = [metadata?.labels?.[LABELS.outletOf] ?? '', metadata?.namespace ?? '']
    const kept = await control.read(instanceId, namespace)
    const owner = view.deployment(instanceId)
    if (kept === null || owner === undefined) return
    const place = { scope, namespace }
    const shared = planShared({ ...kept.order, rules }, place, { callers, nameServers: options.nameServers })
    // The Secret comes last and has the mark, so all objects are as planned where it is the same.
    if (shared.mark !== kept.planned)
      for (const object of shared.objects(kept.token)) await cluster.apply(ownedBy(object, owner))
    await control.tell(instanceId, rules)
  }

  function forgetDeployments(): void {
    const shown = cluster.deployments.list().map(({ metadata }) => metadata?.labels?.[LABELS.outletDeployment])
    const living = new Set([...shown, ...opening.values()])
    for (const deploymentId of wanted.keys()) if (!living.has(deploymentId)) wanted.delete(deploymentId)
  }

  return {
    async open(spec, rules, place) {
      const { instanceId, deploymentId, stateApi, otlp, isolated, allowAddresses: allow } = spec
      const kind = networkKind(rules) === 'watched' ? 'watched' : 'closed'
      wanted.set(deploymentId, rules)
      opening.set(instanceId, deploymentId)
      const kept = {
        instanceId,
        deploymentId,
        stateApi,
        allowAddresses: allow,
        ...(otlp === undefined ? {} : { otlp }),
        ...(isolated === undefined ? {} : { isolated }),
      }
      const service = await cluster.apply<V1Service>(planOutletService({ spec: kept, kind, rules }, place))
      const address = service.spec?.clusterIP ?? ''
      const token = await control.tokenFor(instanceId, place.namespace)
      const order: OutletOrder = { kind, rules, address, allow, platform: platformNames(kept), spec: kept }
      const program = await outletProgram()
      const shared = planShared(order, place, { callers, nameServers: options.nameServers })
      const objects: KubernetesObject[] = [...shared.objects(token), planOutlet(kept, place, { ...options, program })]
      for (const object of [planProgram(place, program), ...objects]) await cluster.apply(object)
      return {
        way: { kind, nameServer: address, wait: planWait(address, options.image) },
        async own(owner) {
          for (const object of objects) await cluster.apply(ownedBy(object, owner))
          opening.delete(instanceId)
        },
      }
    },
    async apply(deploymentId, rules) {
      const own = outlets(LABELS.outletDeployment, deploymentId)
      // One that is being opened is told when its counts are read.
      if (own.length > 0 || wanted.has(deploymentId)) wanted.set(deploymentId, rules)
      const told = await Promise.allSettled(own.map((one) => tell(one, rules)))
      for (const one of told) if (one.status === 'rejected') throw one.reason
    },
    async counts(instanceId) {
      const { annotations, labels } = view.deployment(instanceId)?.metadata ?? {}
      if (labels === undefined) return []
      if (annotations?.[COUNTS] !== undefined) return JSON.parse(annotations[COUNTS]) as EgressCount[]
      const report = await control.ask(instanceId)
      if (report === null) return last.get(instanceId) ?? []
      const rules = wanted.get(labels[LABELS.deployment] ?? '')
      // It was restarted with an older order, or a push was lost.
      if (rules !== undefined && report.rules !== rulesMark(rules))
        await control.tell(instanceId, rules).catch(() => {})
      const counts = report.counts.map((count) => ({ ...count, run: report.run }))
      last.set(instanceId, counts)
      return counts
    },
    async end(instanceId) {
      if (outlets(LABELS.outletOf, instanceId).length === 0) return
      const counts = await this.counts(instanceId)
      const kept = counts.toSorted((a, b) => b.hour.localeCompare(a.hour)).slice(0, COUNTS_KEPT)
      const namespace = view.deployment(instanceId)?.metadata?.namespace
      if (namespace !== undefined) {
        const head = deploymentHead(instanceId, namespace)
        const annotations = { [COUNTS]: JSON.stringify(kept) }
        await cluster.merge({ ...head, metadata: { ...head.metadata, annotations } } as V1Deployment)
      }
      await this.remove(instanceId)
    },
    async remove(instanceId) {
      control.forget(instanceId)
      last.delete(instanceId)
      opening.delete(instanceId)
      await cluster.removeLabelled(KINDS, `${LABELS.scope}=${scope},${LABELS.outletOf}=${instanceId}`)
      forgetDeployments()
    },
  }
}
