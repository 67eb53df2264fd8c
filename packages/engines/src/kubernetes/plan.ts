import { createHash } from 'node:crypto'
import type { V1Container, V1Deployment, V1EnvVar, V1PodSpec, V1Service } from '@kubernetes/client-node'
import type { InstanceSpec } from '../engine.ts'
import { TMP_BYTES } from '../limits.ts'
import { objectName, pullSecretName } from './names.ts'

/** What each of our objects carries: how a platform finds its own, and how it is cleaned up. */
export const LABELS = {
  scope: 'mkt.dev/scope',
  instance: 'mkt.dev/instance',
  deployment: 'mkt.dev/deployment',
  app: 'mkt.dev/app',
  publisher: 'mkt.dev/publisher',
  /** On pods of trials and shadows. */
  isolated: 'mkt.dev/isolated',
  /** `closed`: the pod has no way out but its outlet. */
  egress: 'mkt.dev/egress',
  /** On what belongs to the outlet of an instance, which is none itself: whose it is, and of which deployment. */
  outletOf: 'mkt.dev/outlet-of',
  outletDeployment: 'mkt.dev/outlet-deployment',
} as const
/** Written when an instance has ended and its pod is gone: how it ended. */
export const EXIT = 'mkt.dev/exit'
/** Beside it: its last lines, which went with the pod. */
export const TAIL = 'mkt.dev/tail'
export const CONTAINER = 'app'
export const PORT = 8080
const APP_USER = 1000
export const START_SECONDS = 120
const LABEL_LENGTH = 63

/** `closed`: the outlet is the only way out. `watched`: it sees the names that are asked for, and everything is open. */
export type OutletKind = 'closed' | 'watched'

export interface Place {
  scope: string
  namespace: string
  /** A PriorityClass; absent: the cluster's default. */
  priorityClass?: string | undefined
}

/** Kinds of objects of which some may be outside of the namespaces of publishers, left by an earlier version. */
export const OBJECT_KINDS: readonly { apiVersion: string; kind: string }[] = [
  { apiVersion: 'apps/v1', kind: 'Deployment' },
  { apiVersion: 'v1', kind: 'Service' },
  { apiVersion: 'v1', kind: 'Secret' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' },
]

/** Names the Deployment of an instance where its content does not matter. */
export function deploymentHead(instanceId: string, namespace: string) {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: objectName(instanceId), namespace } }
}

export function labelsOf(spec: InstanceSpec, scope: string): Record<string, string> {
  return {
    [LABELS.scope]: scope,
    [LABELS.instance]: spec.instanceId,
    [LABELS.deployment]: spec.deploymentId,
    [LABELS.app]: labelValue(spec.app.replace('/', '.')),
    ...(spec.isolated === true ? { [LABELS.isolated]: 'true' } : {}),
  }
}

/** Values of labels are at most 63 characters long, and two names of an app may be twice that. */
export function labelValue(text: string): string {
  if (text.length <= LABEL_LENGTH) return text
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return `${text.slice(0, LABEL_LENGTH - hash.length - 1)}-${hash}`
}

/** The way out of an instance, by its outlet. */
export interface WayOut {
  kind: OutletKind
  /** Who answers its questions for names. */
  nameServer: string
  /** Waits until the way out is there. */
  wait: V1Container
}

/** One instance is a Deployment of one pod: the cluster moves it away from a dying node, the platform counts instances. */
export function planDeployment(
  spec: InstanceSpec,
  { scope, namespace, priorityClass }: Place,
  way: WayOut | null = null,
): V1Deployment {
  const labels = labelsOf(spec, scope)
  const { plan } = spec
  const memory = String(plan.memoryBytes)
  const health = { httpGet: { path: '/health', port: PORT }, timeoutSeconds: 2, periodSeconds: 10, failureThreshold: 3 }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: objectName(spec.instanceId), namespace, labels },
    spec: {
      replicas: 1,
      strategy: { type: 'Recreate' },
      selector: { matchLabels: { [LABELS.instance]: spec.instanceId } },
      template: {
        metadata: {
          labels: way?.kind === 'closed' ? { ...labels, [LABELS.egress]: 'closed' } : labels,
          annotations: { 'mkt.dev/version': spec.version },
        },
        spec: {
          ...(way === null ? {} : namesByOutlet(way)),
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 60,
          ...(priorityClass === undefined ? {} : { priorityClassName: priorityClass }),
          securityContext: {
            runAsNonRoot: true,
            runAsUser: APP_USER,
            runAsGroup: APP_USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          ...(spec.image.credential === null ? {} : { imagePullSecrets: [{ name: pullSecretName(spec.instanceId) }] }),
          containers: [
            {
              name: CONTAINER,
              image: spec.image.reference,
              imagePullPolicy: 'IfNotPresent',
              ports: [{ containerPort: PORT, protocol: 'TCP' }],
              env: environmentOf(spec),
              resources: {
                requests: { cpu: String(plan.cpu), memory },
                limits: { cpu: String(plan.cpuCeiling), memory },
              },
              readinessProbe: health,
              // The platform judges health itself; this is for the time in which no platform looks.
              livenessProbe: { ...health, initialDelaySeconds: START_SECONDS, failureThreshold: 6 },
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: String(TMP_BYTES) } }],
        },
      },
    },
  }
}

/**
 * Names are asked of the outlet alone, and without search domains. One question after the other: of two packets that leave one socket at
 * once, the translation of a Service's address may lose one, and the program would wait five seconds for its answer.
 */
function namesByOutlet({ nameServer, wait }: WayOut): Partial<V1PodSpec> {
  const options = [{ name: 'ndots', value: '1' }, { name: 'single-request' }]
  return { dnsPolicy: 'None', dnsConfig: { nameservers: [nameServer], options }, initContainers: [wait] }
}

function environmentOf(spec: InstanceSpec): V1EnvVar[] {
  const own = {
    MKT_PORT: String(PORT),
    MKT_STATE_API: spec.stateApi,
    ...(spec.otlp === undefined ? {} : { MKT_OTLP: spec.otlp }),
  }
  const secret = Object.keys(spec.variables)
    .filter((name) => !(name in own))
    .map((name) => ({ name, valueFrom: { secretKeyRef: { name: objectName(spec.instanceId), key: name } } }))
  return [...secret, ...Object.entries(own).map(([name, value]) => ({ name, value }))]
}

/** A name for all instances of a deployment, for those who look from inside the cluster; the gateway goes to pods. */
export function planService(spec: InstanceSpec, { scope, namespace }: Place): V1Service {
  const { [LABELS.instance]: _, ...labels } = labelsOf(spec, scope)
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: objectName(spec.deploymentId), namespace, labels },
    spec: {
      clusterIP: 'None',
      selector: { [LABELS.deployment]: spec.deploymentId },
      ports: [{ name: 'http', port: PORT, protocol: 'TCP' }],
    },
  }
}
