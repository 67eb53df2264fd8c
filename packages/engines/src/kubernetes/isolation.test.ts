import { expect, it } from 'vitest'
import { type ClusterFacts, judgeCluster } from './isolation.ts'
import { minorOf } from './read-facts.ts'

const agent = (name: string, ...containers: string[]) => ({ name, containers })
const sound: ClusterFacts = {
  version: 29,
  agents: [agent('kube-proxy', 'kube-proxy'), agent('calico-node', 'calico-node')],
  processLimits: [{ node: 'node1', limit: 256 }],
}
const callers = [{ kind: 'addresses' as const, cidr: '10.0.0.0/8' }]
const judge = (facts: Partial<ClusterFacts>, options = {}) =>
  judgeCluster(
    { ...sound, ...facts },
    { policiesEnforced: false, trial: null, callers, callerNotes: [], hasImage: true, ...options },
  )

it('finds nothing missing in a cluster that enforces policies and limits processes', () => {
  expect(judge({})).toEqual({ missing: [], outside: true, notes: [] })
  expect(judge({ agents: [agent('aws-node', 'aws-node', 'aws-eks-nodeagent')] }).missing).toEqual([])
})

it('says that private addresses stay open where no network plugin enforces policies, unless the operator knows better', () => {
  for (const agents of [[], [agent('kube-flannel-ds', 'kube-flannel')], [agent('aws-node', 'aws-node')], null]) {
    expect(judge({ agents }).missing).toMatchObject([
      { part: 'network', reason: expect.stringMatching(/private addresses.*MKT_KUBERNETES_POLICIES=enforced/) },
    ])
    expect(judge({ agents }, { policiesEnforced: true }).missing).toEqual([])
  }
})

it('claims to enforce declared egress only where policies are enforced and there is an image for outlets', () => {
  expect(judge({}).egress).toBeUndefined()
  expect(judge({ agents: [] }).egress).toMatch(/not enforced, because the cluster does not enforce network policies/)
  expect(judge({}, { trial: { verdict: 'open' as const } }).egress).toMatch(/not enforced/)
  expect(judge({}, { hasImage: false }).egress).toMatch(/not enforced: .*MKT_KUBERNETES_TRIAL_IMAGE/)
})

it('believes what was tried more than the name of a plugin, and says when it could not be tried', () => {
  const open = { trial: { verdict: 'open' as const } }
  expect(judge({}, open).missing).toMatchObject([{ part: 'network', reason: expect.stringMatching(/tried with two/) }])
  expect(judge({ agents: [] }, { trial: { verdict: 'enforced' as const } }).missing).toEqual([])
  const unknown = { trial: { verdict: 'unknown' as const, why: 'The cluster cannot pull its image.' } }
  expect(judge({}, unknown)).toMatchObject({
    missing: [],
    notes: [expect.stringMatching(/could not be tried.*image$/)],
  })
  expect(judge({ agents: [] }, unknown).missing).toMatchObject([{ part: 'network' }])
})

it('names the nodes whose kubelets do not limit processes, and says when it may not read them', () => {
  const limits = [
    { node: 'a', limit: -1 },
    { node: 'b', limit: 256 },
    { node: 'c', limit: 4096 },
  ]
  expect(judge({ processLimits: limits }).notes).toEqual([expect.stringMatching(/^applications on a, c may have more/)])
  expect(judge({ processLimits: null }).notes).toEqual([expect.stringMatching(/may not read/)])
})

it('says that /tmp is not limited in old clusters, and who may or cannot call applications', () => {
  expect(judge({ version: 20 }).notes).toEqual([expect.stringMatching(/size of \/tmp.*1\.20/)])
  expect(judge({}, { callers: null }).notes).toEqual([expect.stringMatching(/MKT_KUBERNETES_CALLERS/)])
  expect(judge({}, { callerNotes: ['label them'] }).notes).toEqual(['label them'])
})

it('reads the version of plain and of managed clusters', () => {
  expect(['v1.20.2', 'v1.29.3-gke.1', '1.31+', 'unknown'].map(minorOf)).toEqual([20, 29, 31, null])
})
