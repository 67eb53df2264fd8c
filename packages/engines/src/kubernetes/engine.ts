import { setTimeout as pause } from 'node:timers/promises'
import type { V1Deployment, V1Pod } from '@kubernetes/client-node'
import type { Engine, Exit, Observation } from '../engine.ts'
import type { Cluster } from './cluster.ts'
import { type LogRow, pageOfRows, readLogRows } from './log-text.ts'
import {
  EXIT,
  LABELS,
  objectName,
  type Place,
  planDeployment,
  planNetworkPolicy,
  planPullSecret,
  planSecret,
  planService,
  TAIL,
} from './plan.ts'
import { podFigures } from './pod-figures.ts'
import { exitOf, newest, observeObjects } from './pod-status.ts'

export interface KubernetesOptions {
  scope: string
}

const LOOK_MS = 100
const SEEN_MS = 10_000
const CLOSING_GRACE_MS = 3_000
/** Annotations hold 256 KB in all. */
const TAIL_LINES = 100
const TAIL_WIDTH = 1_000

/** Runs applications on a cluster. Objects say what is wanted, watches tell what is; owner references clean up. */
export function createKubernetesEngine(cluster: Cluster, options: KubernetesOptions): Engine {
  const place: Place = { scope: options.scope, namespace: cluster.namespace }
  const { namespace } = place

  const podsOf = (instanceId: string): V1Pod[] =>
    cluster.pods.list(namespace).filter((pod) => pod.metadata?.labels?.[LABELS.instance] === instanceId)
  const deploymentOf = (instanceId: string): V1Deployment | undefined =>
    cluster.deployments.get(objectName(instanceId), namespace)
  const head = (instanceId: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: objectName(instanceId), namespace },
  })

  function observe(instanceId: string): Observation | null {
    const deployment = deploymentOf(instanceId)
    return deployment === undefined ? null : observeObjects(deployment, podsOf(instanceId))
  }

  async function readPod(instanceId: string, cursor: string | undefined): Promise<LogRow[]> {
    const pod = newest(podsOf(instanceId))
    const name = pod?.metadata?.name
    if (name === undefined) return []
    const restarted = (pod?.status?.containerStatuses?.[0]?.restartCount ?? 0) > 0
    const since = cursor === undefined || cursor === '' ? {} : { sinceTime: cursor }
    const before = restarted ? await cluster.logText(name, { previous: true, ...since }).catch(() => '') : ''
    const now = await cluster.logText(name, since).catch(() => '')
    return readLogRows(`${before}\n${now}`, cursor)
  }

  async function untilSeen(check: () => boolean): Promise<void> {
    const end = Date.now() + SEEN_MS
    while (!check() && Date.now() < end) await pause(LOOK_MS / 4)
  }

  /** Follows a pod to its end: its last words and its exit are gone with it. */
  async function accompany(instanceId: string): Promise<{ exit: Exit; tail: LogRow[] }> {
    const exit: Exit = { code: null, reason: 'It was stopped by the platform.', outOfMemory: false, at: new Date() }
    const tail: LogRow[] = []
    const note = (pod: V1Pod) => {
      const ended = pod.status?.containerStatuses?.[0]?.state?.terminated
      if (pod.metadata?.labels?.[LABELS.instance] === instanceId && ended !== undefined)
        Object.assign(exit, exitOf(ended, true))
    }
    cluster.pods.on('change', note)
    cluster.pods.on('delete', note)
    try {
      while (podsOf(instanceId).length > 0) {
        tail.push(...(await readPod(instanceId, tail.at(-1)?.stamp)))
        tail.splice(0, tail.length - TAIL_LINES)
        await pause(LOOK_MS)
      }
    } finally {
      cluster.pods.off('change', note)
      cluster.pods.off('delete', note)
    }
    return { exit, tail }
  }

  async function stop(instanceId: string, graceMs: number): Promise<void> {
    const deployment = deploymentOf(instanceId)
    if (deployment === undefined || deployment.metadata?.annotations?.[EXIT] !== undefined) return
    const former = observe(instanceId)
    await cluster.merge({ ...head(instanceId), spec: { replicas: 0 } } as V1Deployment)
    const ending = accompany(instanceId)
    for (const pod of podsOf(instanceId)) {
      const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: pod.metadata?.name ?? '', namespace } }
      await cluster.remove(object, Math.ceil(graceMs / 1000))
    }
    const ended = await ending
    const exit = former?.status === 'stopped' && former.exit !== null ? former.exit : ended.exit
    const tail = ended.tail.map((row) => ({ ...row, text: row.text.slice(0, TAIL_WIDTH) }))
    const annotations = { [EXIT]: JSON.stringify(exit), [TAIL]: JSON.stringify(tail) }
    const metadata = { ...head(instanceId).metadata, annotations }
    await cluster.merge({ ...head(instanceId), metadata } as V1Deployment)
    await untilSeen(() => {
      const seen = deploymentOf(instanceId)
      return seen === undefined || seen.metadata?.annotations?.[EXIT] !== undefined
    })
  }

  const listed = () =>
    cluster.deployments
      .list(namespace)
      .flatMap((deployment) => observe(deployment.metadata?.labels?.[LABELS.instance] ?? '') ?? [])

  return {
    name: 'kubernetes',
    isolation: async () => ({
      missing: [],
      outside: true,
      notes: [
        'whether the cluster enforces network policies depends on its network plugin',
        'the limit on processes is the podPidsLimit of its kubelets: set it to 256',
      ],
    }),
    hostAddress: async () => null,
    async start(spec) {
      const existing = observe(spec.instanceId)
      if (existing !== null) return existing
      await cluster.apply(planNetworkPolicy(spec, place))
      await cluster.apply(planService(spec, place))
      const secrets = [planSecret(spec, place), planPullSecret(spec, place)].filter((secret) => secret !== null)
      for (const secret of secrets) await cluster.apply(secret)
      const owner = await cluster.apply(planDeployment(spec, place))
      const ownerReferences = [
        {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          name: objectName(spec.instanceId),
          uid: owner.metadata?.uid ?? '',
        },
      ]
      for (const secret of secrets)
        await cluster.apply({ ...secret, metadata: { ...secret.metadata, ownerReferences } })
      await untilSeen(() => deploymentOf(spec.instanceId) !== undefined)
      return observe(spec.instanceId) ?? observeObjects(owner, [])
    },
    observe: async (instanceId) => observe(instanceId),
    list: async () => listed(),
    stop: (instanceId, { graceMs }) => stop(instanceId, graceMs),
    async forget(instanceId) {
      const deployment = deploymentOf(instanceId)
      if (deployment === undefined) return
      await cluster.remove(head(instanceId))
      await untilSeen(() => deploymentOf(instanceId) === undefined)
      const deploymentId = deployment.metadata?.labels?.[LABELS.deployment] ?? ''
      const left = cluster.deployments
        .list(namespace)
        .some((one) => one.metadata?.labels?.[LABELS.deployment] === deploymentId)
      const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: objectName(deploymentId), namespace } }
      if (!left) await cluster.remove(service)
    },
    async logs(instanceId, cursor) {
      const written = deploymentOf(instanceId)?.metadata?.annotations?.[TAIL]
      const rows = written === undefined ? await readPod(instanceId, cursor) : (JSON.parse(written) as LogRow[])
      return pageOfRows(rows, cursor)
    },
    async figures(instanceId) {
      const pod = newest(podsOf(instanceId))
      return pod === undefined ? null : podFigures(cluster, pod)
    },
    async close(closing) {
      if (closing?.stopInstances) {
        const living = listed().filter((observation) => observation.status !== 'stopped')
        await Promise.all(living.map((observation) => stop(observation.instanceId, CLOSING_GRACE_MS)))
      }
      await cluster.close()
    },
  }
}
