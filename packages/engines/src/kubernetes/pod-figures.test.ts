import { expect, it } from 'vitest'
import type { Cluster } from './cluster.ts'
import { podFigures, readCgroup } from './pod-figures.ts'

const pod = { metadata: { name: 'p1' }, spec: { nodeName: 'n1', containers: [] } }

function cluster(summary: unknown, answers: Record<string, string> = {}) {
  const asked: string[] = []
  const core = { connectGetNodeProxyWithPath: async () => summary }
  const run = async (_: string, command: string[]) => {
    asked.push(command[0] ?? '')
    return answers[command[0] ?? ''] ?? null
  }
  return { asked, cluster: { core, run } as unknown as Cluster }
}

it('takes what the kubelet counts, and waits where it has not counted this pod yet', async () => {
  const other = { podRef: { name: 'p0' }, memory: { workingSetBytes: 1 } }
  const own = { podRef: { name: 'p1' }, cpu: { usageCoreNanoSeconds: 2e9 }, memory: { workingSetBytes: 7 } }
  const counted = cluster(JSON.stringify({ pods: [other, own] }))
  expect(await podFigures(counted.cluster, pod)).toEqual({ cpuSeconds: 2, memoryBytes: 7, processes: 0 })
  const soon = cluster({ pods: [other] })
  expect(await podFigures(soon.cluster, pod)).toBeNull()
  expect(soon.asked).toEqual([])
})

it('asks the container itself where the kubelet counts no pod at all', async () => {
  const blind = cluster({ pods: [] }, { node: '1048576\n9\n2500000000\n' })
  expect(await podFigures(blind.cluster, pod)).toEqual({ memoryBytes: 1_048_576, processes: 9, cpuSeconds: 2.5 })
  expect(blind.asked).toEqual(['cat', 'cat', 'node'])
  expect(await podFigures(cluster(undefined).cluster, pod)).toBeNull()
})

it('reads cgroups of both versions', () => {
  expect(readCgroup('4096\n3\nusage_usec 1500000\nuser_usec 1\n')).toMatchObject({ processes: 3, cpuSeconds: 1.5 })
  expect(readCgroup('4096\n3\n1500000000\n')).toMatchObject({ memoryBytes: 4096, cpuSeconds: 1.5 })
  expect(readCgroup('nothing of use')).toBeNull()
})
