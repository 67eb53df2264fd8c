import { expect, it } from 'vitest'
import type { InstanceSpec } from '../engine.ts'
import { pageOfRows, readLogRows } from './log-text.ts'
import { objectName } from './names.ts'
import { planNamespace } from './namespace-plan.ts'
import { planNetworkPolicy } from './network-policy.ts'
import { planDeployment, planService } from './plan.ts'
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

it('has a namespace in which the cluster refuses whatever the restricted profile does not allow', () => {
  expect(planNamespace('apps').metadata?.labels?.['pod-security.kubernetes.io/enforce']).toBe('restricted')
  const pod = planDeployment(spec, place).spec?.template.spec
  expect(pod?.volumes?.map((volume) => Object.keys(volume).filter((key) => key !== 'name'))).toEqual([['emptyDir']])
  expect([pod?.hostNetwork, pod?.hostPID, pod?.hostIPC, pod?.initContainers]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
