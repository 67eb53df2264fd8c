import { isIP } from 'node:net'
import type { V1Deployment, V1EnvVar, V1NetworkPolicy, V1Secret, V1Service } from '@kubernetes/client-node'
import { originEndpoint, parseAllowedAddress, REFUSED_NETWORKS } from '../addresses.ts'
import type { InstanceSpec } from '../engine.ts'
import { TMP_BYTES } from '../limits.ts'

/** What everything of ours carries: how a platform finds its own, and how it is cleaned up. */
export const LABELS = {
  scope: 'mkt.dev/scope',
  instance: 'mkt.dev/instance',
  deployment: 'mkt.dev/deployment',
  app: 'mkt.dev/app',
} as const
/** Written when an instance has ended and its pod is gone: how it ended. */
export const EXIT = 'mkt.dev/exit'
/** Beside it: its last lines, which went with the pod. */
export const TAIL = 'mkt.dev/tail'
export const CONTAINER = 'app'
export const PORT = 8080
const APP_USER = 1000
const START_SECONDS = 120

export interface Place {
  scope: string
  namespace: string
}

/** Names of the cluster have no underscores. */
export function objectName(instanceId: string): string {
  return `mkt-${instanceId.replaceAll('_', '-').toLowerCase()}`
}

function labelsOf(spec: InstanceSpec, scope: string): Record<string, string> {
  return {
    [LABELS.scope]: scope,
    [LABELS.instance]: spec.instanceId,
    [LABELS.deployment]: spec.deploymentId,
    [LABELS.app]: spec.app.replace('/', '.'),
  }
}

/** The publisher's variables: nothing of them shows in the Deployment. */
export function planSecret(spec: InstanceSpec, { scope, namespace }: Place): V1Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: objectName(spec.instanceId), namespace, labels: labelsOf(spec, scope) },
    stringData: { ...spec.variables },
  }
}

/** What the cluster signs in with to pull, or null where the registry asks nobody. */
export function planPullSecret(spec: InstanceSpec, { scope, namespace }: Place): V1Secret | null {
  const { credential, reference } = spec.image
  if (credential === null) return null
  const auth = Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${objectName(spec.instanceId)}-pull`, namespace, labels: labelsOf(spec, scope) },
    type: 'kubernetes.io/dockerconfigjson',
    stringData: {
      '.dockerconfigjson': JSON.stringify({ auths: { [reference.split('/')[0] ?? '']: { ...credential, auth } } }),
    },
  }
}

/** One instance is a Deployment of one pod: the cluster moves it away from a dying node, the platform counts instances. */
export function planDeployment(spec: InstanceSpec, { scope, namespace }: Place): V1Deployment {
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
        metadata: { labels, annotations: { 'mkt.dev/version': spec.version } },
        spec: {
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 60,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: APP_USER,
            runAsGroup: APP_USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          ...(spec.image.credential === null
            ? {}
            : { imagePullSecrets: [{ name: `${objectName(spec.instanceId)}-pull` }] }),
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

function environmentOf(spec: InstanceSpec): V1EnvVar[] {
  const own = { MKT_PORT: String(PORT), MKT_STATE_API: spec.stateApi }
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

/** Out: names, the state interface, the allow list, and everything that is not private. In: the application's port. */
export function planNetworkPolicy(spec: InstanceSpec, { scope, namespace }: Place): V1NetworkPolicy {
  const state = originEndpoint(spec.stateApi)
  const endpoints: { cidr: string; port: number | null }[] = []
  if (isIP(state.host) === 4) endpoints.push({ cidr: `${state.host}/32`, port: state.port })
  for (const allowed of spec.allowAddresses.map(parseAllowedAddress)) {
    if (allowed?.kind === 'endpoint' && isIP(allowed.host) === 4) {
      endpoints.push({ cidr: `${allowed.host}/32`, port: allowed.port })
    }
    if (allowed?.kind === 'network' && allowed.family === 4) endpoints.push({ cidr: allowed.cidr, port: null })
  }
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `mkt-${scope}`, namespace, labels: { [LABELS.scope]: scope } },
    spec: {
      podSelector: { matchLabels: { [LABELS.scope]: scope } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ port: PORT, protocol: 'TCP' }] }],
      egress: [
        {
          to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
          ports: [
            { port: 53, protocol: 'UDP' },
            { port: 53, protocol: 'TCP' },
          ],
        },
        { to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'mkt.dev/role': 'state' } } }] },
        ...endpoints.map(({ cidr, port }) => ({
          to: [{ ipBlock: { cidr } }],
          ...(port === null ? {} : { ports: [{ port, protocol: 'TCP' }] }),
        })),
        { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: [...REFUSED_NETWORKS] } }] },
      ],
    },
  }
}
