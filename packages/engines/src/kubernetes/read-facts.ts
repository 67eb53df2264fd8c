import { within } from '../within.ts'
import type { Cluster } from './cluster.ts'
import type { ClusterFacts } from './isolation.ts'

const ANSWER_MS = 5_000
/** Enough to find a fleet that is set up wrongly without asking a thousand kubelets. */
const NODES = 50

/** Looks around in a cluster. What may not be read, or does not answer, is null. */
export async function readFacts(cluster: Cluster): Promise<ClusterFacts> {
  const [version, agents, processLimits] = await Promise.all([
    ask(async () => minorOf((await cluster.version.getCode()).gitVersion)),
    ask(async () => {
      const { items } = await cluster.apps.listDaemonSetForAllNamespaces()
      return items.map(({ metadata, spec }) => ({
        name: metadata?.name ?? '',
        containers: (spec?.template.spec?.containers ?? []).map(({ name }) => name),
      }))
    }),
    ask(() => readProcessLimits(cluster)),
  ])
  return { version, agents, processLimits }
}

async function readProcessLimits(cluster: Cluster): Promise<ClusterFacts['processLimits']> {
  const { items } = await cluster.core.listNode({ limit: NODES })
  const limits = await Promise.all(
    items.map(async ({ metadata }) => {
      const node = metadata?.name ?? ''
      const answer = await cluster.core.connectGetNodeProxyWithPath({ name: node, path: 'configz' })
      return { node, limit: processLimitOf(answer) }
    }),
  )
  return limits
}

/** The kubelet tells its whole configuration; without a limit of its own it passes none on. */
function processLimitOf(answer: unknown): number {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  const { kubeletconfig } = JSON.parse(text) as { kubeletconfig?: { podPidsLimit?: number } }
  return kubeletconfig?.podPidsLimit ?? -1
}

/** `v1.29.3-gke.1`; the fields for the single numbers are empty in some builds. */
export function minorOf(version: string): number | null {
  const minor = /^v?1\.(\d+)/.exec(version)?.[1]
  return minor === undefined ? null : Number(minor)
}

function ask<T>(question: () => Promise<T>): Promise<T | null> {
  return within(ANSWER_MS, question()).catch(() => null)
}
