import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type {
  KubernetesObject,
  V1ClusterRole,
  V1ConfigMap,
  V1Container,
  V1CronJob,
  V1Deployment,
  V1Job,
  V1NetworkPolicy,
  V1Pod,
  V1PodTemplateSpec,
} from '@kubernetes/client-node'
import { loadAllYaml } from '@kubernetes/client-node'
import { parts } from '@mkt/contract/parts'
import { describe, expect, it } from 'vitest'
import { OWN_CALLERS } from '../../packages/engines/src/kubernetes/callers.ts'
import { adminCommands } from '../../packages/server/src/admin/admin-commands.ts'
import { loadConfig, variables } from '../../packages/server/src/config.ts'
import { PRESENT_VERSIONS } from '../generators/kubernetes.ts'
import { renderChart, type Values } from './render-chart.ts'

const root = resolve(import.meta.dirname, '../..')
const chart = join(root, 'deploy/chart')
const urls = { public: 'https://market.example.com', gateway: 'https://gateway.example.com' }
const render = (values: Values = {}, apiVersions: readonly string[] = PRESENT_VERSIONS) =>
  renderChart(chart, { release: 'market', namespace: 'insurance', values: { urls, ...values }, apiVersions })
const objectsOf = (values?: Values, apiVersions?: readonly string[]) =>
  render(values, apiVersions).flatMap(({ objects }) => objects)
const ofKind = <T extends KubernetesObject>(objects: readonly KubernetesObject[], kind: string) =>
  objects.filter((one) => one.kind === kind) as T[]
const named = <T extends KubernetesObject>(objects: readonly T[], name: string): T => {
  const found = objects.find(({ metadata }) => metadata?.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

const elsewhere = { kubeconfig: { name: 'other', key: 'kubeconfig' }, callers: ['192.0.2.0/24'] }
const objects = objectsOf()
const deployments = ofKind<V1Deployment>(objects, 'Deployment')
const containerOf = (deployment: V1Deployment) => deployment.spec?.template.spec?.containers[0] as V1Container
const templates: V1PodTemplateSpec[] = [
  ...deployments.map(({ spec }) => spec?.template as V1PodTemplateSpec),
  ...ofKind<V1Job>(objects, 'Job').map(({ spec }) => spec?.template as V1PodTemplateSpec),
  ...ofKind<V1CronJob>(objects, 'CronJob').map(({ spec }) => spec?.jobTemplate.spec?.template as V1PodTemplateSpec),
  ...ofKind<V1Pod>(objects, 'Pod'),
]
/** Every label of the selector is on the pods of exactly one role. */
const selects = (selector: Record<string, string> = {}) =>
  deployments.filter(({ spec }) =>
    Object.entries(selector).every(([key, value]) => spec?.template.metadata?.labels?.[key] === value),
  )

describe('the chart', () => {
  it('has a Deployment, a Service, a budget and a policy for each role of the platform', () => {
    const names = parts.map((part) => `market-${part}`).sort()
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'])
      expect(
        ofKind(objects, kind).map(({ metadata }) => metadata?.name),
        kind,
      ).toEqual(names)
    for (const one of ofKind<KubernetesObject & { spec: { selector: Record<string, string> } }>(objects, 'Service'))
      expect(selects(one.spec.selector).map(({ metadata }) => metadata?.name)).toEqual([one.metadata?.name])
    for (const one of ofKind<V1NetworkPolicy>(objects, 'NetworkPolicy'))
      expect(selects(one.spec?.podSelector?.matchLabels).map(({ metadata }) => metadata?.name)).toEqual([
        one.metadata?.name,
      ])
  })

  it('gives every role a configuration that the platform accepts, of variables that exist', () => {
    const [{ data = {} } = {}] = ofKind<V1ConfigMap>(objects, 'ConfigMap')
    for (const deployment of deployments) {
      const { env = [], ports = [] } = containerOf(deployment)
      const own = Object.fromEntries(env.map(({ name, value }) => [name, value]))
      const given = {
        ...data,
        ...own,
        DATABASE_URL: 'postgres://db/mkt',
        MKT_MASTER_KEY: Buffer.alloc(32).toString('base64'),
      }
      expect(Object.keys(given).filter((name) => !(name in variables))).toEqual([])
      const config = loadConfig(given)
      const role = own.MKT_ROLES as 'api'
      expect(config).toMatchObject({ production: true, engine: 'kubernetes', bind: '0.0.0.0', migrate: false })
      expect([...config.roles]).toEqual([role])
      expect({ ...config.ports, worker: config.workerPort }[role]).toBe(ports[0]?.containerPort)
      expect(config.stateUrl).toBe('http://market-state.insurance.svc:7072')
    }
  })

  it('asks each pod for its health, and lets it end its requests before it is killed', () => {
    for (const deployment of deployments) {
      const { startupProbe, livenessProbe, readinessProbe } = containerOf(deployment)
      expect(livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(startupProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      expect(readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
      const [{ data } = {}] = ofKind<V1ConfigMap>(objects, 'ConfigMap')
      const drain = Number(data?.MKT_DRAIN_SECONDS)
      expect(drain).toBeGreaterThan((readinessProbe?.periodSeconds ?? 0) * (readinessProbe?.failureThreshold ?? 0))
      expect(deployment.spec?.template.spec?.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + 60)
      expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
      expect(deployment.spec?.template.spec?.topologySpreadConstraints).toHaveLength(2)
    }
  })

  it('runs every pod as the restricted profile of pod security wants it', () => {
    expect(templates).toHaveLength(parts.length + 3)
    for (const { spec } of templates) {
      expect(spec?.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
      for (const { securityContext, resources } of spec?.containers ?? []) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(Object.keys(resources?.requests ?? {})).toEqual(['cpu', 'memory'])
      }
    }
  })

  it('gives the service account of the cluster to the worker and to what removes its applications', () => {
    const mounted = templates.filter(({ spec }) => spec?.automountServiceAccountToken !== false)
    expect(mounted.map(({ metadata }) => metadata?.labels?.['mkt.dev/role'])).toEqual(['worker', 'remove'])
  })

  it('takes secrets from Secrets that exist, and makes none', () => {
    expect(ofKind(objects, 'Secret')).toEqual([])
    const made = objectsOf({ secrets: { metricsToken: { name: 'scrape', key: 'token' } } })
    for (const { env } of ofKind<V1Deployment>(made, 'Deployment').map(containerOf)) {
      const referred = env?.flatMap(({ name, valueFrom }) => (valueFrom?.secretKeyRef === undefined ? [] : [name]))
      expect(referred).toEqual(['DATABASE_URL', 'MKT_MASTER_KEY', 'MKT_METRICS_TOKEN'])
      expect(env?.at(-1)?.valueFrom?.secretKeyRef).toMatchObject({ name: 'scrape', key: 'token' })
    }
  })

  it('takes keys of the object storage and headers of the collector from Secrets', () => {
    const kept = { name: 'kept', key: 'x' }
    const made = objectsOf({ secrets: { blobsAccessKey: kept, blobsSecretKey: kept, otlpHeaders: kept } })
    for (const { env } of ofKind<V1Deployment>(made, 'Deployment').map(containerOf)) {
      const referred = env?.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.name === 'kept').map(({ name }) => name)
      expect(referred).toEqual(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'])
    }
  })

  it('gives whatever reaches the database the files for TLS that a Secret has, and names them as the platform takes them', () => {
    const secretsOf = (clientCertificate: boolean) => ({ databaseTls: { name: 'database-tls', clientCertificate } })
    for (const clientCertificate of [false, true]) {
      const made = objectsOf({ secrets: secretsOf(clientCertificate) })
      const pods = [
        ...ofKind<V1Deployment>(made, 'Deployment').map(({ spec }) => spec?.template.spec),
        ...ofKind<V1Job>(made, 'Job').map(({ spec }) => spec?.template.spec),
        ...ofKind<V1CronJob>(made, 'CronJob').map(({ spec }) => spec?.jobTemplate.spec?.template.spec),
      ]
      expect(pods).toHaveLength(parts.length + 2)
      for (const pod of pods) {
        const { env = [], volumeMounts } = pod?.containers[0] ?? {}
        const given = Object.fromEntries(
          env.flatMap(({ name, value }) => (name.startsWith('PG') ? [[name, value]] : [])),
        )
        const folder = '/etc/mkt/database'
        const own = { PGSSLCERT: `${folder}/tls.crt`, PGSSLKEY: `${folder}/tls.key` }
        const all = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: `${folder}/ca.crt`, ...(clientCertificate ? own : {}) }
        expect(given).toEqual(all)
        expect(Object.keys(given).filter((name) => !(name in variables))).toEqual([])
        expect(volumeMounts).toContainEqual({ name: 'database', mountPath: folder, readOnly: true })
        const secret = { secretName: 'database-tls', defaultMode: 0o440 }
        expect(pod?.volumes).toContainEqual({ name: 'database', secret })
      }
    }
  })

  it('migrates before anything else of a version, with nothing but the database', () => {
    const [job] = ofKind<V1Job>(objects, 'Job')
    expect(job?.metadata?.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    const container = job?.spec?.template.spec?.containers[0]
    expect(container?.command).toEqual(['node', 'packages/server/src/mkt-admin.ts', 'migrate'])
    expect(container?.envFrom).toBeUndefined()
    expect(adminCommands).toHaveProperty('migrate')
  })

  it('leaves nothing behind of what Helm runs and forgets, once that has succeeded', () => {
    const hooks = objects.filter(({ metadata }) => metadata?.annotations?.['helm.sh/hook'] !== undefined)
    expect(hooks.map(({ kind }) => kind).sort()).toEqual(['Job', 'Pod'])
    for (const { metadata } of hooks)
      expect(metadata?.annotations?.['helm.sh/hook-delete-policy']).toBe('before-hook-creation,hook-succeeded')
    const [job] = ofKind<V1Job>(objects, 'Job')
    expect(job?.spec?.ttlSecondsAfterFinished).toBe(86_400)
  })

  it('has a job that removes applications, and never runs it by itself', () => {
    const [job] = ofKind<V1CronJob>(objects, 'CronJob')
    expect(job?.spec?.suspend).toBe(true)
    const container = job?.spec?.jobTemplate.spec?.template.spec?.containers[0]
    expect(container?.command).toEqual(['node', 'packages/server/src/mkt-admin.ts', 'remove-applications'])
    expect(adminCommands).toHaveProperty('remove-applications')
  })

  it('scales gateway, state and relay, and leaves their number of pods to that', () => {
    const scaled = ofKind(objects, 'HorizontalPodAutoscaler').map(({ metadata }) => metadata?.name)
    expect(scaled).toEqual(['market-gateway', 'market-relay', 'market-state'])
    for (const { metadata, spec } of deployments)
      expect(spec?.replicas === undefined).toBe(scaled.includes(metadata?.name ?? ''))
  })

  it('lets applications reach state and relay and nothing else of the platform', () => {
    const policies = ofKind<V1NetworkPolicy>(objects, 'NetworkPolicy')
    for (const role of parts) {
      const text = JSON.stringify(named(policies, `market-${role}`).spec?.ingress)
      expect(text.includes('mkt.dev/scope'), role).toBe(role === 'state' || role === 'relay')
    }
    const egress = named(policies, 'market-state').spec?.egress ?? []
    expect(egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([53, 53, 5432])
  })

  it('lets applications report telemetry at a port of its own, except those of trials and shadows', () => {
    const state = named(deployments, 'market-state')
    expect(containerOf(state).ports?.map(({ name, containerPort }) => [name, containerPort])).toEqual([
      ['http', 7072],
      ['otlp', 7075],
    ])
    const [{ data = {} } = {}] = ofKind<V1ConfigMap>(objects, 'ConfigMap')
    expect(data).toMatchObject({ MKT_OTLP_URL: 'http://market-state.insurance.svc:7075', MKT_OTLP_PORT: '7075' })
    const rules = named(ofKind<V1NetworkPolicy>(objects, 'NetworkPolicy'), 'market-state').spec?.ingress ?? []
    const opening = rules.filter(({ ports }) => ports?.some(({ port }) => port === 'otlp'))
    expect(opening.map(({ _from }) => _from?.[0]?.podSelector?.matchExpressions)).toEqual([
      [
        { key: 'mkt.dev/scope', operator: 'Exists' },
        { key: 'mkt.dev/isolated', operator: 'DoesNotExist' },
      ],
    ])
    expect(rules.every(({ ports = [] }) => ports.length > 0)).toBe(true)
  })

  it('lets the state interface reach the ports that are named, such as that of a collector', () => {
    const made = ofKind<V1NetworkPolicy>(objectsOf({ networkPolicies: { stateEgressPorts: [443] } }), 'NetworkPolicy')
    const egress = named(made, 'market-state').spec?.egress ?? []
    expect(egress.flatMap(({ ports = [] }) => ports.map(({ port }) => port))).toEqual([53, 53, 5432, 443])
  })

  it('lets applications of another cluster reach state and relay, from everywhere or from where it is told', () => {
    const apps = elsewhere
    const appsFrom = [{ ipBlock: { cidr: '10.9.0.0/16' } }]
    const peers = (values: Values, role: string) => {
      const policies = ofKind<V1NetworkPolicy>(objectsOf(values), 'NetworkPolicy')
      return named(policies, `market-${role}`).spec?.ingress?.[0]?._from
    }
    for (const role of ['state', 'relay']) {
      expect(peers({ apps }, role)).toBeUndefined()
      expect(peers({ apps, networkPolicies: { appsFrom } }, role)).toEqual(appsFrom)
      expect(peers({ networkPolicies: { appsFrom } }, role)).toEqual(appsFrom)
    }
  })

  it('labels those who call applications as their policies ask, and nothing else', () => {
    const { key, values } = OWN_CALLERS
    const calling = templates
      .map(({ metadata }) => metadata?.labels?.[key] ?? '')
      .filter((one) => values.some((role) => role === one))
    expect(calling.sort()).toEqual([...values].sort())
    const roleOf = ({ metadata, spec }: V1Deployment) => [metadata?.name, spec?.template.metadata?.labels?.[key]]
    for (const role of values) expect(deployments.map(roleOf)).toContainEqual([`market-${role}`, role])
  })

  it('asks for no right that the engine does not use', () => {
    const [role] = ofKind<V1ClusterRole>(objects, 'ClusterRole')
    const resources = role?.rules?.flatMap((rule) => rule.resources ?? []).sort()
    expect(resources).toEqual([
      ...['daemonsets', 'deployments', 'namespaces', 'networkpolicies', 'nodes', 'nodes/proxy'],
      ...['poddisruptionbudgets', 'pods', 'pods/exec', 'pods/log', 'resourcequotas', 'secrets', 'services'],
    ])
  })

  it('tries network policies with the platform’s own image, and gives applications the quota and priority that are named', () => {
    const dataOf = (apps: Values) => ofKind<V1ConfigMap>(objectsOf({ apps }), 'ConfigMap')[0]?.data ?? {}
    const image = containerOf(deployments[0] as V1Deployment).image
    expect(dataOf({})).toMatchObject({ MKT_KUBERNETES_TRIAL_IMAGE: image })
    expect(Object.keys(dataOf({}))).not.toContain('MKT_KUBERNETES_QUOTA')
    const given = {
      quota: ['pods=50', 'memory=16Gi'],
      priorityClassName: 'apps',
      trialImage: 'registry.example.com/node:24',
    }
    expect(dataOf(given)).toMatchObject({
      MKT_KUBERNETES_QUOTA: 'pods=50,memory=16Gi',
      MKT_KUBERNETES_PRIORITY_CLASS: 'apps',
      MKT_KUBERNETES_TRIAL_IMAGE: 'registry.example.com/node:24',
    })
  })

  it('serves both public origins with TLS, and refuses to without certificates', () => {
    expect(ofKind(objects, 'Ingress')).toEqual([])
    const ingress = { enabled: true, className: 'nginx', publicTlsSecret: 'a', gatewayTlsSecret: 'b' }
    const made = ofKind<KubernetesObject & { spec: object }>(objectsOf({ ingress }), 'Ingress')
    expect(made.map(({ spec }) => spec)).toMatchObject([
      { tls: [{ hosts: ['market.example.com'], secretName: 'a' }], rules: [{ host: 'market.example.com' }] },
      { tls: [{ hosts: ['gateway.example.com'], secretName: 'b' }], rules: [{ host: 'gateway.example.com' }] },
    ])
    expect(() => render({ ingress: { enabled: true } })).toThrow(/Secrets with the certificates/)
  })

  it('leads machines of developers to the tunnels of api, and other pods to the pod that holds one', () => {
    const tls = { publicTlsSecret: 'a', gatewayTlsSecret: 'b', tunnelTlsSecret: 'c' }
    const values = { urls: { ...urls, tunnel: 'https://tunnel.example.com' }, ingress: { enabled: true, ...tls } }
    const made = ofKind<KubernetesObject & { spec: object }>(objectsOf(values), 'Ingress')
    const backend = { service: { name: 'market-api', port: { name: 'tunnel' } } }
    expect(named(made, 'market-tunnel').spec).toMatchObject({
      tls: [{ hosts: ['tunnel.example.com'], secretName: 'c' }],
      rules: [{ host: 'tunnel.example.com', http: { paths: [{ backend }] } }],
    })
    expect(() => render({ ingress: { enabled: true, ...tls } })).toThrow(/urls.tunnel is needed/)
    const told = deployments.filter((deployment) => {
      const given = containerOf(deployment).env?.find(({ name }) => name === 'MKT_TUNNEL_ADDRESS')
      return given?.valueFrom?.fieldRef?.fieldPath === 'status.podIP'
    })
    expect(told.map(({ metadata }) => metadata?.name)).toEqual(['market-api'])
  })

  it('lets Prometheus read every role under the name that rules and dashboard look for', () => {
    expect(() => render({ serviceMonitor: { enabled: true } })).toThrow(/metricsToken.name is needed/)
    const values = { serviceMonitor: { enabled: true }, secrets: { metricsToken: { name: 'scrape', key: 'token' } } }
    const [monitor] = ofKind<KubernetesObject & { spec: object }>(objectsOf(values), 'ServiceMonitor')
    expect(monitor?.spec).toMatchObject({
      endpoints: [{ path: '/metrics', relabelings: [{ targetLabel: 'job', replacement: 'mkt' }] }],
    })
  })

  it('uses the versions that an old cluster serves', () => {
    const versions = (known: readonly string[]) =>
      new Set(
        objectsOf({}, known)
          .map(({ apiVersion }) => apiVersion ?? '')
          .filter((one) => /policy|autoscaling/.test(one)),
      )
    expect([...versions([])]).toEqual(['autoscaling/v2beta2', 'policy/v1beta1'])
    expect([...versions(PRESENT_VERSIONS)]).toEqual(['autoscaling/v2', 'policy/v1'])
  })

  it('runs applications on another cluster with a kubeconfig, and then asks this one for no rights', () => {
    const made = objectsOf({ apps: elsewhere })
    expect(ofKind(made, 'ClusterRole')).toEqual([])
    const worker = named(ofKind<V1Deployment>(made, 'Deployment'), 'market-worker')
    expect(containerOf(worker).env).toContainEqual({ name: 'KUBECONFIG', value: '/etc/mkt/kubeconfig/config' })
  })

  it.each<[string, Values, RegExp]>([
    ['a missing address', { urls: {} }, /urls.public is needed/],
    ['an address with a path', { urls: { ...urls, public: 'https://x/y' } }, /\/urls\/public must match/],
    ['an unknown value', { replicas: 3 }, /additional properties: replicas/],
    ['a port as text', { roles: { api: { port: '80' } } }, /\/roles\/api\/port must be integer/],
    ['a variable that is no name', { config: { 'mkt-x': '1' } }, /\/config/],
    ['a secret among plain variables', { config: { AWS_SECRET_ACCESS_KEY: 'x' } }, /\/config\/AWS_SECRET_ACCESS_KEY/],
    [
      'a secret among the variables of a role',
      { roles: { api: { env: { OTEL_EXPORTER_OTLP_HEADERS: 'x' } } } },
      /\/roles\/api\/env\/OTEL_EXPORTER_OTLP_HEADERS/,
    ],
    ['a variable that is no text', { config: { MKT_DEMO: true } }, /\/config\/MKT_DEMO must be string/],
    ['a database without a Secret', { secrets: { database: { name: '' } } }, /\/secrets\/database\/name/],
    ['two api pods on a volume of one node', { storage: { accessMode: 'ReadWriteOnce' } }, /ReadWriteMany/],
    ['a quota of something else', { apps: { quota: ['secrets=3'] } }, /\/apps\/quota\/0 must match/],
    [
      'another cluster whose applications everybody may call',
      { apps: { ...elsewhere, callers: [] } },
      /apps.callers: /,
    ],
    ['no place for images', { storage: { enabled: false } }, /MKT_BLOBS/],
  ])('refuses %s', (_, values, why) => {
    const given = values.urls === undefined ? { urls, ...values } : values
    expect(() => renderChart(chart, { release: 'm', namespace: 'n', values: given })).toThrow(why)
  })

  it('carries the version of the platform', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as {
      version: string
    }
    for (const deployment of deployments) expect(containerOf(deployment).image).toBe(`mkt:${version}`)
  })
})

it('the plain manifests are what the chart renders', () => {
  const values = { urls }
  const rendered = renderChart(chart, { release: 'mkt', namespace: 'mkt', values, apiVersions: PRESENT_VERSIONS })
  const expected = rendered.filter(({ file }) => !file.startsWith('templates/tests/')).flatMap((one) => one.objects)
  expect(loadAllYaml(readFileSync(join(root, 'deploy/kubernetes/mkt.yaml'), 'utf8'))).toEqual(expected)
})
