import { expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { planBudget } from './disruption-budget.ts'
import { pageOfRows, readLogRows } from './log-text.ts'
import { objectName } from './names.ts'
import { planNamespace, planQuota } from './namespace-plan.ts'
import { planNetworkPolicy } from './network-policy.ts'
import { planDeployment, planService } from './plan.ts'
import { publisherNamespace } from './publisher-namespace.ts'
import { parseQuota } from './quota.ts'
import { planPullSecret, planSecret } from './secret-plan.ts'

const spec: InstanceSpec = {
  instanceId: 'inst_01abc',
  deploymentId: 'dep_01abc',
  app: 'acme/rater',
  version: '1.2.0',
  image: {
    digest: 'sha256:x',
    reference: 'market.example.com/acme/rater@sha256:x',
    credential: { username: 'engine', password: 'p4ss' },
    unpack: () => Promise.reject(),
  },
  variables: { TOKEN: 'hush', MKT_PORT: '1' },
  stateApi: 'http://10.0.0.7:7072',
  plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 134_217_728 },
  allowAddresses: ['10.5.0.0/16'],
}
const place = { scope: 's1', namespace: 'apps' }

it('asks the cluster for every part of the isolation', () => {
  const pod = planDeployment(spec, place).spec?.template.spec
  expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false })
  expect(pod?.securityContext).toMatchObject({
    runAsNonRoot: true,
    runAsUser: 1000,
    seccompProfile: { type: 'RuntimeDefault' },
  })
  expect(pod?.containers[0]).toMatchObject({
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    resources: { requests: { cpu: '0.15', memory: '134217728' }, limits: { cpu: '1', memory: '134217728' } },
    readinessProbe: { httpGet: { path: '/health', port: 8080 } },
    livenessProbe: { httpGet: { path: '/health', port: 8080 } },
  })
})

it('keeps variables in a Secret and lets the platform’s own win', () => {
  expect(JSON.stringify(planDeployment(spec, place))).not.toContain('hush')
  expect(planSecret(spec, place).stringData).toEqual({ TOKEN: 'hush', MKT_PORT: '1' })
  const env = planDeployment(spec, place).spec?.template.spec?.containers[0]?.env
  expect(env?.filter((one) => one.name === 'MKT_PORT')).toEqual([{ name: 'MKT_PORT', value: '8080' }])
})

it('gives the cluster what it signs in with to pull', () => {
  const secret = planPullSecret(spec, place)
  expect(JSON.parse(secret?.stringData?.['.dockerconfigjson'] ?? '')).toMatchObject({
    auths: { 'market.example.com': { username: 'engine', password: 'p4ss' } },
  })
  expect(planPullSecret({ ...spec, image: { ...spec.image, credential: null } }, place)).toBeNull()
})

it('lets applications out to what is public, the state interface and the allow list', () => {
  const egress = JSON.stringify(planNetworkPolicy(spec, place, null).spec?.egress)
  expect(egress).toContain('{"cidr":"10.0.0.7/32"}')
  expect(egress).toContain('{"cidr":"10.5.0.0/16"}')
  expect(egress).toContain('"169.254.0.0/16"')
  expect(planService(spec, place).spec?.clusterIP).toBe('None')
  expect(objectName('inst_01ABC')).toBe('mkt-inst-01abc')
})

it('opens the port of applications to the callers given, and to everybody where they are not known', () => {
  const callers = [{ kind: 'addresses' as const, cidr: '10.9.0.0/16' }]
  const ports = [{ port: 8080, protocol: 'TCP' }]
  const from = [{ ipBlock: { cidr: '10.9.0.0/16' } }]
  expect(planNetworkPolicy(spec, place, callers).spec?.ingress).toEqual([{ ports, _from: from }])
  expect(planNetworkPolicy(spec, place, null).spec?.ingress).toEqual([{ ports }])
})

it('labels an app with a name of any length in a way that the cluster takes', () => {
  const app = `${'a'.repeat(63)}/${'b'.repeat(63)}`
  const label = (name: string) => planDeployment({ ...spec, app: name }, place).metadata?.labels?.['mkt.dev/app'] ?? ''
  expect(label(app)).toHaveLength(63)
  expect(label(app)).not.toBe(label(`${app.slice(0, -1)}c`))
  expect(label('acme/rater')).toBe('acme.rater')
})

it('reads log text after the cursor although the cluster trims its time stamps', () => {
  const text = '2026-01-01T00:00:00.5Z one\n2026-01-01T00:00:00.51Z two\n'
  const page = pageOfRows(readLogRows(text, undefined), undefined)
  expect(page.lines.map((line) => line.text)).toEqual(['one', 'two'])
  expect(readLogRows(text, '2026-01-01T00:00:00.500000000Z').map((row) => row.text)).toEqual(['two'])
  expect(readLogRows(text, page.cursor)).toEqual([])
})

it('lets applications reach state interface and relay by their role, wherever the platform runs', () => {
  const egress = planNetworkPolicy(spec, place, null).spec?.egress ?? []
  const roles = egress.flatMap(({ to = [] }) => to.flatMap((peer) => peer.podSelector?.matchExpressions ?? []))
  expect(roles).toEqual([{ key: 'mkt.dev/role', operator: 'In', values: ['state', 'relay'] }])
})

it('keeps pods of trials and shadows from the port that takes telemetry, and leaves ordinary pods their policy', () => {
  const [ordinary, isolated] = [{}, { isolated: true }].map((more) =>
    planNetworkPolicy({ ...spec, ...more }, place, null),
  )
  expect(ordinary?.metadata?.name).not.toBe(isolated?.metadata?.name)
  const labels = planDeployment({ ...spec, isolated: true }, place).spec?.template.metadata?.labels
  expect(labels).toHaveProperty('mkt.dev/isolated')
  expect(planDeployment(spec, place).spec?.template.metadata?.labels).not.toHaveProperty('mkt.dev/isolated')
  const chosen = [ordinary, isolated].map((policy) => policy?.spec?.podSelector?.matchExpressions?.[0]?.operator)
  expect(chosen).toEqual(['DoesNotExist', 'Exists'])
  const toPlatform = [ordinary, isolated].map((policy) =>
    policy?.spec?.egress?.find(({ to = [] }) => to.some((peer) => peer.podSelector?.matchExpressions !== undefined)),
  )
  expect(toPlatform.map((rule) => rule?.ports)).toEqual([undefined, [{ port: 'http', protocol: 'TCP' }]])
})

it('has a namespace in which the cluster refuses whatever the restricted profile does not allow', () => {
  const namespace = planNamespace('apps', { scope: 's1', app: spec.app }, new Date(0))
  expect(namespace.metadata?.labels).toMatchObject({
    'pod-security.kubernetes.io/enforce': 'restricted',
    'mkt.dev/scope': 's1',
    'mkt.dev/publisher': 'acme',
  })
  const pod = planDeployment(spec, place).spec?.template.spec
  expect(pod?.volumes?.map((volume) => Object.keys(volume).filter((key) => key !== 'name'))).toEqual([['emptyDir']])
  expect([pod?.hostNetwork, pod?.hostPID, pod?.hostIPC, pod?.initContainers]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

it('gives each publisher of each platform a namespace of its own, with a name that the cluster takes', () => {
  const prefix = 'a'.repeat(30)
  const names = ['acme/one', 'acme-two/one', `${'b'.repeat(63)}/x`, `${'b'.repeat(62)}-/x`].map((app) =>
    publisherNamespace(prefix, 's1', app),
  )
  for (const name of names) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/)
  expect(new Set(names).size).toBe(names.length)
  expect(publisherNamespace('apps', 's1', 'acme/one')).toMatch(/^apps-acme-[0-9a-f]{8}$/)
  expect(publisherNamespace('apps', 's1', 'acme/one')).toBe(publisherNamespace('apps', 's1', 'acme/two'))
  expect(publisherNamespace('apps', 's1', 'acme/one')).not.toBe(publisherNamespace('apps', 's2', 'acme/one'))
  expect(publisherNamespace('kube', 's1', 'system/x')).not.toBe('kube-system')
})

it('limits what the applications of a publisher take together to what the operator named', () => {
  const quota = parseQuota(['pods=50', 'cpu=7.5', 'memory=16Gi'])
  expect(planQuota(place, quota ?? {}).spec).toEqual({ hard: { pods: '50', cpu: '7.5', memory: '16Gi' } })
  for (const wrong of ['pods', 'pods=many', 'secrets=1', 'pods=-1', 'memory=1 Gi'])
    expect(parseQuota(['cpu=1', wrong]), wrong).toBeNull()
})

it('lets a drained node take one instance of a deployment at a time, in the version that the cluster serves', () => {
  const budget = planBudget(spec, place, 29)
  expect(budget).toMatchObject({
    apiVersion: 'policy/v1',
    spec: { maxUnavailable: 1, selector: { matchLabels: { 'mkt.dev/deployment': 'dep_01abc' } } },
  })
  expect([planBudget(spec, place, 20).apiVersion, planBudget(spec, place, null).apiVersion]).toEqual([
    'policy/v1beta1',
    'policy/v1',
  ])
})

it('runs applications with the priority that the operator named', () => {
  const priorityOf = (priorityClass?: string) =>
    planDeployment(spec, { ...place, priorityClass }).spec?.template.spec?.priorityClassName
  expect([priorityOf('low'), priorityOf()]).toEqual(['low', undefined])
})
