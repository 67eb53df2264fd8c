import { expect, it } from 'vitest'
import { until } from '../testing/index.ts'
import { ownNamespace } from '../testing/own-namespace.ts'
import { currentPod } from './pods.ts'

const { namespace, cluster, engine, image, specify, podsOf, answering } = await ownNamespace()

/** Deletes the pod of an instance and keeps it in deletion, as a lost node does. Resolves to the end of that. */
async function holdInDeletion(instanceId: string): Promise<() => Promise<void>> {
  const name = currentPod(podsOf(instanceId))?.metadata?.name ?? ''
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } }
  await cluster.merge({ ...pod, metadata: { ...pod.metadata, finalizers: ['mkt.dev/held'] } })
  await cluster.remove(pod, 1)
  return () => cluster.merge({ ...pod, metadata: { ...pod.metadata, finalizers: [] } })
}

it('sees and reaches the replacement of a pod that stays in deletion, for as long as there are two', async () => {
  const { instanceId } = await engine.start(specify())
  const before = await answering(instanceId)
  const letGo = await holdInDeletion(instanceId)
  const after = await answering(instanceId, before.address)
  expect(podsOf(instanceId)).toHaveLength(2)
  expect(after.startedAt?.getTime()).toBeGreaterThanOrEqual(before.startedAt?.getTime() ?? Number.POSITIVE_INFINITY)
  expect((await engine.logs(instanceId)).lines.map(({ text }) => text)).toEqual(['mood well'])
  expect(await engine.figures(instanceId)).not.toBeNull()
  await letGo()
})

it('stops an instance whose pod never goes, and forgets it', async () => {
  const { instanceId } = await engine.start(specify())
  await answering(instanceId)
  const letGo = await holdInDeletion(instanceId)
  await engine.stop(instanceId, { graceMs: 0 })
  expect(await engine.observe(instanceId)).toMatchObject({ status: 'stopped', address: null })
  await engine.forget(instanceId)
  expect(await engine.observe(instanceId)).toBeNull()
  await letGo()
})

it('says what an instance waits for that no node takes, and one whose image cannot be pulled', async () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const absent = { ...image, digest, reference: `172.17.0.1:1/acme/none@${digest}` }
  const large = await engine.start(specify({ plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 1e15 } }))
  const unpulled = await engine.start(specify({ image: absent }))
  const waiting = (instanceId: string) =>
    until('a reason', async () => (await engine.observe(instanceId))?.waiting ?? false)
  expect(await waiting(large.instanceId)).toMatch(/^No node of the cluster takes it: .*Insufficient memory/)
  expect(await waiting(unpulled.instanceId)).toMatch(/^The cluster cannot pull its image \(\w+\)/)
  expect(await engine.observe(unpulled.instanceId)).toMatchObject({ status: 'starting', address: null, exit: null })
})
