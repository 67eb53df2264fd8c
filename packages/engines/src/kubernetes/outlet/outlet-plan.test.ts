import { expect, it } from 'vitest'
import type { EgressRules } from '../../egress/rules.ts'
import { planNetworkPolicy } from '../network-policy.ts'
import { LABELS, planDeployment } from '../plan.ts'
import type { OutletSpec } from './outlet-order.ts'
import { type OutletShape, planOutlet, planOutletService, planWait, platformNames } from './outlet-plan.ts'
import { planClosedPolicy, planOutletPolicy, planWatchedPolicy } from './outlet-policies.ts'
import { insidePort, shownPorts } from './outlet-ports.ts'

const spec = {
  instanceId: 'inst_1',
  deploymentId: 'dep_1',
  app: 'acme/rater',
  version: '1.0.0',
  image: { digest: 'sha256:x', reference: 'x', credential: null, unpack: () => Promise.reject() },
  variables: {},
  stateApi: 'http://mkt-state.mkt.svc:7072',
  plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 134_217_728 },
  allowAddresses: ['10.5.0.0/16'],
}
const place = { scope: 's1', namespace: 'apps' }
const rules: EgressRules = {
  mode: 'enforce',
  hosts: [
    { host: 'api.vin.example', port: 443 },
    { host: '*.mail.example', port: 8443 },
  ],
  endpoints: [{ host: '93.184.216.34', port: 8080 }],
}
const program = { entry: 'a/b.mjs', files: [{ key: 'a__b.mjs', path: 'a/b.mjs', content: '' }] }
const shape = (of: OutletSpec = spec, change: Partial<OutletShape> = {}): OutletShape => ({
  ...{ spec: of, kind: 'closed', rules },
  ...change,
})
const callers = [{ kind: 'addresses' as const, cidr: '10.9.0.0/16' }]

it('lets a closed instance reach its own outlet and addresses without a name, and nothing else', () => {
  const closed = planClosedPolicy(shape(), place, callers).spec
  const ports = [1_077, 1_467, 8_096, 9_467].map((port) => ({ port, protocol: 'TCP' }))
  expect(closed?.podSelector).toEqual({ matchLabels: { [LABELS.instance]: 'inst_1' } })
  expect(closed?.egress).toEqual([
    {
      to: [{ podSelector: { matchLabels: { [LABELS.outletOf]: 'inst_1' } } }],
      ports: [{ port: 1_077, protocol: 'UDP' }, ...ports],
    },
    { to: [{ ipBlock: { cidr: '93.184.216.34/32' } }], ports: [{ port: 8080, protocol: 'TCP' }] },
  ])
  const none = planClosedPolicy(shape(spec, { rules: { ...rules, hosts: [], endpoints: [] } }), place, callers).spec
  expect(none?.egress?.[0]?.ports?.map(({ port }) => port)).toEqual([1_077, 1_077, 8_096])
})

it('leaves closed instances and outlets out of the policy of open applications, because policies add up', () => {
  const open = planNetworkPolicy(spec, place, callers).spec?.podSelector?.matchExpressions
  const left = [LABELS.isolated, LABELS.egress, LABELS.outletOf]
  expect(open).toEqual(left.map((key) => ({ key, operator: 'DoesNotExist' })))
  const wait = planWait('10.96.0.7', 'node')
  const { metadata, spec: pod } =
    planDeployment(spec, place, { kind: 'closed', nameServer: '10.96.0.7', wait }).spec?.template ?? {}
  expect(metadata?.labels?.[LABELS.egress]).toBe('closed')
  expect(pod).toMatchObject({ dnsPolicy: 'None', dnsConfig: { nameservers: ['10.96.0.7'] } })
  expect(planDeployment(spec, place).spec?.template.metadata?.labels).not.toHaveProperty([LABELS.egress])
})

it('leaves everything open to an instance that is only watched, and takes no connection at its outlet', () => {
  const watched = shape(spec, { kind: 'watched', rules: { ...rules, mode: 'report' } })
  const names = ['UDP', 'TCP'].map((protocol) => ({ port: 1_077, protocol }))
  expect(planWatchedPolicy(watched, place).spec).toMatchObject({ policyTypes: ['Egress'], egress: [{ ports: names }] })
  expect(planOutletPolicy(watched, place, { callers }).spec?.ingress?.[0]?.ports).toEqual(names)
  expect(planOutletService(watched, place).spec.ports.map(({ port }: { port?: number }) => port)).toEqual([53, 53])
  const way = { kind: 'watched', nameServer: '10.96.0.7', wait: planWait('10.96.0.7', 'node') } as const
  const { metadata, spec: pod } = planDeployment(spec, place, way).spec?.template ?? {}
  expect(metadata?.labels).not.toHaveProperty([LABELS.egress])
  expect(pod).toMatchObject({ dnsPolicy: 'None', dnsConfig: { nameservers: ['10.96.0.7'] } })
})

it('has programs ask for one address after the other: of two questions at once a Service may lose one', () => {
  const way = { kind: 'closed', nameServer: '10.96.0.7', wait: planWait('10.96.0.7', 'node') } as const
  const { dnsConfig } = planDeployment(spec, place, way).spec?.template.spec ?? {}
  expect(dnsConfig?.options).toEqual([{ name: 'ndots', value: '1' }, { name: 'single-request' }])
})

it('opens an outlet to its instance, and its control to callers alone', () => {
  const [fromInstance, fromCallers] = planOutletPolicy(shape(), place, { callers }).spec?.ingress ?? []
  expect(fromInstance?._from).toEqual([{ podSelector: { matchLabels: { [LABELS.instance]: 'inst_1' } } }])
  expect(fromInstance?.ports?.map(({ port }) => port)).not.toContain(1_024)
  expect(fromCallers).toEqual({
    ports: [{ port: 1_024, protocol: 'TCP' }],
    _from: [{ ipBlock: { cidr: '10.9.0.0/16' } }],
  })
})

it('shows every declared port and those of the platform at one address, where an ordinary user may listen behind it', () => {
  const ports = planOutletService(shape(), place).spec.ports
  expect(ports).toContainEqual({ name: 'p443', port: 443, targetPort: 1_467, protocol: 'TCP' })
  expect(ports).toContainEqual({ name: 'p7072', port: 7072, targetPort: 8_096, protocol: 'TCP' })
  expect(ports).toContainEqual({ name: 'dns', port: 53, targetPort: 1_077, protocol: 'UDP' })
  expect(shownPorts([443, 53, 443, 64_511, 64_512])).toEqual([443, 64_511])
  expect(insidePort(1)).toBeGreaterThan(1_024)
})

it('runs outlets as the restricted profile wants it, with labels by which no watch takes them for instances', () => {
  const outlet = planOutlet(spec, place, { image: 'node', program })
  const { metadata, spec: pod } = outlet.spec?.template ?? {}
  for (const label of [LABELS.instance, LABELS.deployment]) expect(metadata?.labels).not.toHaveProperty([label])
  expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
  for (const container of [...(pod?.containers ?? []), planWait('10.96.0.7', 'node')])
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
})

it('gives an outlet as long to start as an application has, before its health can have it killed', () => {
  const [outlet] = planOutlet(spec, place, { image: 'node', program }).spec?.template.spec?.containers ?? []
  const { startupProbe } = outlet ?? {}
  expect((startupProbe?.failureThreshold ?? 0) * (startupProbe?.periodSeconds ?? 0)).toBeGreaterThanOrEqual(120)
  const [app] = planDeployment(spec, place).spec?.template.spec?.containers ?? []
  expect(app?.livenessProbe?.initialDelaySeconds).toBeGreaterThanOrEqual(120)
})

it('knows the platform by its names; addresses of it are in the policy', () => {
  expect(platformNames(spec)).toEqual([{ host: 'mkt-state.mkt.svc', port: 7072 }])
  expect(platformNames({ stateApi: 'http://10.0.0.7:7072', otlp: 'https://[::1]:4318' })).toEqual([])
})

it('keeps the outlet of a trial or a shadow from where telemetry is taken, like the container behind it', () => {
  const isolated = { ...spec, isolated: true }
  const labelsOf = (one: typeof isolated | typeof spec) =>
    planOutlet(one, place, { image: 'node', program }).spec?.template.metadata?.labels
  expect(labelsOf(isolated)).toHaveProperty([LABELS.isolated])
  expect(labelsOf(spec)).not.toHaveProperty([LABELS.isolated])
  const portsToPlatform = [spec, isolated].map((one) => {
    const { egress = [] } = planOutletPolicy(shape(one), place, { callers }).spec ?? {}
    return egress.find(({ to = [] }) => to.some((peer) => peer.podSelector?.matchExpressions !== undefined))?.ports
  })
  expect(portsToPlatform).toEqual([undefined, [{ port: 'http', protocol: 'TCP' }]])
})
