import type { V1Container, V1Deployment, V1Secret, V1Service } from '@kubernetes/client-node'
import { originEndpoint } from '../../addresses.ts'
import { declaredPortsOf, type Endpoint } from '../../egress/rules.ts'
import { objectName } from '../names.ts'
import { LABELS, type Place, START_SECONDS } from '../plan.ts'
import { OUTLET_FOLDER, type OutletOrder, type OutletSpec, WAIT_NAME } from './outlet-order.ts'
import { CONTROL_PORT, insidePort, RESOLVER_PORT, shownPorts } from './outlet-ports.ts'
import type { OutletProgram } from './outlet-program.ts'

export const PROGRAM_NAME = 'mkt-outlet-program'
const PROGRAM_FOLDER = '/opt/outlet'
const OUTLET_USER = 1000
const MEMORY = { requests: '48Mi', limits: '192Mi' } as const

export interface OutletOptions {
  /** An image with Node. */
  image: string
  /** Who the outlet asks for names; absent: the cluster's. */
  nameServers?: readonly string[] | undefined
}

export function outletName(instanceId: string): string {
  return `${objectName(instanceId)}-outlet`
}

/** An outlet is no instance: watches of instances must not find it by their labels. */
export function outletLabels(spec: Pick<OutletSpec, 'instanceId' | 'deploymentId'>, scope: string) {
  return { [LABELS.scope]: scope, [LABELS.outletOf]: spec.instanceId, [LABELS.outletDeployment]: spec.deploymentId }
}

/** Parts of the platform that an application calls by name; those at addresses are in its network policy. */
export function platformNames({ stateApi, otlp }: Pick<OutletSpec, 'stateApi' | 'otlp'>): Endpoint[] {
  const places = [stateApi, ...(otlp === undefined ? [] : [otlp])].map(originEndpoint)
  return places.filter(({ host }) => /[a-z]/i.test(host) && !host.includes(':'))
}

/** What the objects of an outlet depend on. */
export type OutletShape = Pick<OutletOrder, 'spec' | 'kind' | 'rules'>

/** The ports at which an outlet takes connections, as programs name them. */
export function servedPorts({ spec, kind, rules }: OutletShape): number[] {
  return kind === 'watched' ? [] : shownPorts(declaredPortsOf({ ...rules, endpoints: platformNames(spec) }))
}

/** The address of the outlet. It stays when the pod behind it is replaced, so programs may hold on to it. */
export function planOutletService(
  { spec, kind, rules }: OutletShape,
  { scope, namespace }: Place,
): V1Service & { spec: { ports: object[] } } {
  const ports = servedPorts({ spec, kind, rules })
  const { shown, inside } = RESOLVER_PORT
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: outletName(spec.instanceId), namespace, labels: outletLabels(spec, scope) },
    spec: {
      selector: { [LABELS.outletOf]: spec.instanceId },
      ports: [
        { name: 'dns', port: shown, targetPort: inside, protocol: 'UDP' },
        { name: 'dns-tcp', port: shown, targetPort: inside, protocol: 'TCP' },
        ...ports.map((port) => ({ name: `p${port}`, port, targetPort: insidePort(port), protocol: 'TCP' })),
      ],
    },
  }
}

/** What the outlet is started with, what the platform shows it, and by which mark the platform knows that its objects are up to date. */
export function planOutletSecret(
  spec: OutletSpec,
  { scope, namespace }: Place,
  { order, token, planned }: { order: OutletOrder; token: string; planned: string },
): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: outletName(spec.instanceId), namespace, labels: outletLabels(spec, scope) },
    stringData: { order: JSON.stringify(order), token, planned },
  }
}

/** The program, once in each namespace. A Secret and not a ConfigMap: the platform needs no further right for it. */
export function planProgram({ scope, namespace }: Place, { files }: OutletProgram): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: PROGRAM_NAME, namespace, labels: { [LABELS.scope]: scope } },
    stringData: Object.fromEntries(files.map(({ key, content }) => [key, content])),
  }
}

/** One pod for each instance: an application that floods its outlet slows down itself alone. */
export function planOutlet(
  spec: OutletSpec,
  { scope, namespace, priorityClass }: Place,
  { image, nameServers, program }: OutletOptions & { program: OutletProgram },
): V1Deployment {
  const labels = outletLabels(spec, scope)
  const health = { httpGet: { path: '/health', port: CONTROL_PORT } }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: outletName(spec.instanceId), namespace, labels },
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { [LABELS.outletOf]: spec.instanceId } },
      template: {
        metadata: { labels: { ...labels, ...(spec.isolated === true ? { [LABELS.isolated]: 'true' } : {}) } },
        spec: {
          ...BARE_POD,
          terminationGracePeriodSeconds: 1,
          ...(priorityClass === undefined ? {} : { priorityClassName: priorityClass }),
          ...(nameServers === undefined ? {} : { dnsPolicy: 'None', dnsConfig: { nameservers: [...nameServers] } }),
          securityContext: {
            runAsNonRoot: true,
            runAsUser: OUTLET_USER,
            runAsGroup: OUTLET_USER,
            fsGroup: OUTLET_USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              ...small('outlet', image, ['--max-old-space-size=96', `${PROGRAM_FOLDER}/${program.entry}`]),
              ports: [{ containerPort: CONTROL_PORT, protocol: 'TCP' }],
              // On a busy node the little that an outlet is promised makes its start slow: killed for that, it would begin again.
              startupProbe: { ...health, periodSeconds: 1, timeoutSeconds: 2, failureThreshold: START_SECONDS },
              readinessProbe: { ...health, periodSeconds: 2, timeoutSeconds: 2 },
              livenessProbe: { ...health, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
              volumeMounts: [
                { name: 'order', mountPath: OUTLET_FOLDER, readOnly: true },
                { name: 'program', mountPath: PROGRAM_FOLDER, readOnly: true },
                { name: 'tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [
            { name: 'order', secret: { secretName: outletName(spec.instanceId), defaultMode: 0o440 } },
            {
              name: 'program',
              secret: { secretName: PROGRAM_NAME, items: program.files.map(({ key, path }) => ({ key, path })) },
            },
            { name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '16Mi' } },
          ],
        },
      },
    },
  }
}

/** Holds an application back until its outlet answers: its first instruction finds the names it declared. */
export function planWait(nameServer: string, image: string): V1Container {
  const program = `const { Resolver } = require('dns').promises
const look = async () => { const resolver = new Resolver({ timeout: 1000, tries: 1 }); resolver.setServers(['${nameServer}'])
  await resolver.resolve4('${WAIT_NAME}').catch((error) => { if (error.code === 'ENOTFOUND') process.exit(0) }); setTimeout(look, 100) }
look()`
  return small('outlet', image, ['--max-old-space-size=32', '-e', program])
}

const BARE_POD = { automountServiceAccountToken: false, enableServiceLinks: false } as const

function small(name: string, image: string, args: string[]): V1Container {
  return {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    command: ['node', ...args],
    resources: { requests: { cpu: '10m', memory: MEMORY.requests }, limits: { cpu: '1', memory: MEMORY.limits } },
    securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
  }
}
