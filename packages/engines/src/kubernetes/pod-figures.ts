import type { V1Pod } from '@kubernetes/client-node'
import type { Figures } from '../engine.ts'
import { isLate, within } from '../within.ts'
import type { Cluster } from './cluster.ts'

const ANSWER_MS = 3_000

interface Summary {
  pods?: {
    podRef?: { name?: string }
    cpu?: { usageCoreNanoSeconds?: number }
    memory?: { workingSetBytes?: number }
    process_stats?: { process_count?: number }
  }[]
}

/**
 * What a pod uses, as its kubelet counts it. A kubelet that counts no pod at all (it cannot see its runtime's cgroups) is
 * helped out by the container itself, which sees its own.
 */
export async function podFigures(cluster: Cluster, pod: V1Pod): Promise<Figures | null> {
  const [node, name] = [pod.spec?.nodeName, pod.metadata?.name]
  if (node === undefined || name === undefined) return null
  const asking = cluster.core.connectGetNodeProxyWithPath({ name: node, path: 'stats/summary' })
  const answer = await within(ANSWER_MS, asking).catch((error: unknown) => (isLate(error) ? null : undefined))
  // A node that does not answer is lost, and its containers with it.
  if (answer === null) return null
  const summary = parseSummary(answer)
  if (summary?.pods !== undefined && summary.pods.length > 0) return summaryFigures(summary, name)
  for (const command of LOOKS) {
    const said = await cluster.run(pod, command)
    const figures = said === null ? null : readCgroup(said)
    if (figures !== null) return figures
  }
  return null
}

function parseSummary(answer: unknown): Summary | undefined {
  return (typeof answer === 'string' ? JSON.parse(answer) : answer) as Summary | undefined
}

export function summaryFigures(summary: Summary, name: string): Figures | null {
  const pod = summary.pods?.find((one) => one.podRef?.name === name)
  if (pod?.memory?.workingSetBytes === undefined) return null
  return {
    cpuSeconds: (pod.cpu?.usageCoreNanoSeconds ?? 0) / 1e9,
    memoryBytes: pod.memory.workingSetBytes,
    processes: pod.process_stats?.process_count ?? 0,
  }
}

const ROOT = '/sys/fs/cgroup'
const SECOND = ['memory.current', 'pids.current', 'cpu.stat'].map((file) => `${ROOT}/${file}`)
const FIRST = ['memory/memory.usage_in_bytes', 'pids/pids.current', 'cpuacct/cpuacct.usage'].map(
  (file) => `${ROOT}/${file}`,
)

/** Memory, processes and CPU time in this order: microseconds with a name in version 2, nanoseconds in version 1. */
export function readCgroup(text: string): Figures | null {
  const found = /^(\d+)\s+(\d+)\s+(?:usage_usec (\d+)|(\d+)$)/m.exec(text.trim())
  if (found === null) return null
  const [, memory, processes, microseconds, nanoseconds] = found
  const cpuSeconds = microseconds === undefined ? Number(nanoseconds) / 1e9 : Number(microseconds) / 1e6
  return { memoryBytes: Number(memory), processes: Number(processes), cpuSeconds }
}

/** An image may hold no `cat`; most hold a Node. */
const script = `const fs = require('fs')
for (const files of ${JSON.stringify([SECOND, FIRST])})
  if (files.every((file) => fs.existsSync(file))) files.forEach((file) => process.stdout.write(fs.readFileSync(file)))`

const LOOKS = [
  ['cat', ...SECOND],
  ['cat', ...FIRST],
  ['node', '--max-old-space-size=16', '-e', script],
]
