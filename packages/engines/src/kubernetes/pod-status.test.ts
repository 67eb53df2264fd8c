import type { V1Deployment, V1Pod } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import { EXIT, LABELS } from './plan.ts'
import { observeObjects } from './pod-status.ts'
import { newestPod } from './pods.ts'
import { recordedPods } from './testing/recorded-pods.ts'

const now = new Date('2026-11-16T20:00:00Z')
const labels = { [LABELS.instance]: 'inst_a', [LABELS.deployment]: 'dep_r' }
const deployment: V1Deployment = { metadata: { labels } }
const observe = (...pods: V1Pod[]) => observeObjects(deployment, pods, now)
const { running, creating, replacement, terminating, lostNode, unschedulable, failedPull } = recordedPods

it('sees the replacement of a pod that stays in deletion, whichever the cluster names first', () => {
  for (const old of [terminating, lostNode]) {
    for (const pods of [
      [old, replacement],
      [replacement, old],
    ]) {
      expect(observe(...pods)).toMatchObject({ status: 'running', address: 'http://172.17.0.3:8080', exit: null })
    }
  }
})

it('does not count a pod that is being deleted, even if its node still says that it runs', () => {
  expect(observe(lostNode)).toMatchObject({ status: 'starting', address: null })
  expect(observe(terminating)).toMatchObject({ status: 'starting', address: null, exit: null })
  expect(observe(lostNode, creating)).toMatchObject({ status: 'starting', address: null })
})

it('reads times that came as text and as dates', () => {
  expect(observe(running).startedAt).toEqual(new Date('2026-11-16T19:46:15Z'))
  const asDate = { ...running, metadata: { ...running.metadata, creationTimestamp: new Date('2026-11-16T19:46:14Z') } }
  expect(newestPod([asDate, replacement])).toBe(replacement)
  const [status] = terminating.status?.containerStatuses ?? []
  const ended = observe({ ...running, status: { containerStatuses: status ? [status] : [] } })
  expect(ended).toMatchObject({ status: 'stopped', exit: { code: 0, at: new Date('2026-11-16T19:46:17Z') } })
})

it('of two pods of the same second takes the one that has not ended', () => {
  const evicted = { ...replacement, status: { phase: 'Failed', reason: 'Evicted' } }
  expect(observe(evicted, replacement).status).toBe('running')
  expect(observe(replacement, evicted).status).toBe('running')
})

it('says why an instance does not start', () => {
  expect(observe().waiting).toBeUndefined()
  expect(observe(creating)).toMatchObject({ status: 'starting' })
  expect(observe(creating).waiting).toBeUndefined()
  expect(observe(unschedulable)).toMatchObject({
    status: 'starting',
    waiting: 'No node of the cluster takes it: 0/1 nodes are available: 1 Insufficient memory.',
  })
  expect(observe(failedPull).waiting).toMatch(/^The cluster cannot pull its image \(ImagePullBackOff\): Back-off/)
  const refused: V1Deployment = {
    metadata: { labels },
    status: { conditions: [{ type: 'ReplicaFailure', status: 'True', message: 'exceeded quota' }] },
  }
  expect(observeObjects(refused, [], now).waiting).toBe('The cluster creates no pod for it: exceeded quota.')
})

const pod = (state: object, lastState: object = {}): V1Pod => ({
  status: {
    podIP: '10.1.1.1',
    containerStatuses: [
      { name: 'mesh', image: '', imageID: '', ready: true, restartCount: 9, state: {}, lastState: {} },
      { name: 'app', image: '', imageID: '', ready: false, restartCount: 0, state, lastState },
    ],
  },
})

it('tells how an instance ended, whatever other containers the cluster put into its pod', () => {
  expect(observe(pod({ running: {} }))).toMatchObject({ status: 'running', address: 'http://10.1.1.1:8080' })
  expect(observe(pod({ waiting: { reason: 'InvalidImageName' } })).exit).toMatchObject({
    reason: expect.stringMatching(/InvalidImageName/),
    at: now,
  })
  const crashed = pod({ waiting: { reason: 'CrashLoopBackOff' } }, { terminated: { exitCode: 3 } })
  expect(observe(crashed)).toMatchObject({ status: 'stopped', exit: { code: 3 } })
  const eaten = pod({ terminated: { exitCode: 137, reason: 'OOMKilled' } })
  expect(observe(eaten).exit).toMatchObject({ outOfMemory: true })
  const exit = { code: 0, reason: 'x', outOfMemory: false, at: '2026-01-01T00:00:00.000Z' }
  const gone = { metadata: { labels, annotations: { [EXIT]: JSON.stringify(exit) } } }
  expect(observeObjects(gone, [], now)).toMatchObject({ status: 'stopped', exit: { code: 0, at: new Date(exit.at) } })
})
