import type { KubernetesObject, V1NetworkPolicy, V1Pod } from '@kubernetes/client-node'
import { PORT } from './plan.ts'

/** What trying a network policy has shown; `unknown` with the reason why it could not be tried. */
export type PolicyTrial = { verdict: 'enforced' | 'open' } | { verdict: 'unknown'; why: string }

/** Pods with the second value of this label may open no connection, if the cluster does what it is told. */
export const TRIAL = 'mkt.dev/trial'
export const [FREE, CLOSED] = ['free', 'closed'] as const
export const TRIAL_PODS = { server: 'server', client: 'client' } as const
/** What the client says once it has reached the server. */
export const REACHED = 'reached'
/** How long connections may go on after the policy applies; plugins take a few seconds to follow a label. */
const FOLLOW_MS = 20_000
const EXIT = { enforced: 0, open: 3, unreached: 4 } as const

const server = `require('net').createServer((socket) => socket.end()).listen(${PORT}, '0.0.0.0')`

/** Connects again and again. Four failures in a row after a success mean that something closed the way. */
const client = `const net = require('net'); let reached = 0, failures = 0; const began = Date.now()
const end = (code) => process.exit(code)
const turn = () => { const socket = net.connect({ host: process.env.TRIAL_HOST, port: ${PORT}, timeout: 1500 })
  const next = (good) => { socket.removeAllListeners(); socket.on('error', () => {}); socket.destroy()
    if (good) { if (!reached) { reached = Date.now(); console.log('${REACHED}') } failures = 0 } else failures += 1
    if (reached && failures >= 4) end(${EXIT.enforced})
    if (reached && Date.now() - reached > ${FOLLOW_MS}) end(${EXIT.open})
    if (!reached && Date.now() - began > ${FOLLOW_MS}) end(${EXIT.unreached})
    setTimeout(turn, 300) }
  socket.on('connect', () => next(true)).on('timeout', () => next(false)).on('error', () => next(false)) }
turn()`

export function planTrialServer(namespace: string, image: string): V1Pod {
  return planPod({ name: TRIAL_PODS.server, namespace, image, program: server, env: {} })
}

export function planTrialClient(namespace: string, image: string, host: string): V1Pod {
  return planPod({ name: TRIAL_PODS.client, namespace, image, program: client, env: { TRIAL_HOST: host } })
}

export function planTrialPolicy(namespace: string): V1NetworkPolicy {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'closed', namespace },
    spec: { podSelector: { matchLabels: { [TRIAL]: CLOSED } }, policyTypes: ['Egress'], egress: [] },
  }
}

/** From now on the policy applies to the client. */
export function closedClient(namespace: string): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: TRIAL_PODS.client, namespace, labels: { [TRIAL]: CLOSED } },
  }
}

/** What the end of the client means; null while it goes on. */
export function judgeTrial(client: V1Pod): PolicyTrial | null {
  const ended = client.status?.containerStatuses?.[0]?.state?.terminated
  if (ended === undefined) return null
  if (ended.exitCode === EXIT.enforced) return { verdict: 'enforced' }
  if (ended.exitCode === EXIT.open) return { verdict: 'open' }
  const why =
    ended.exitCode === EXIT.unreached
      ? 'one pod of the cluster did not reach another'
      : `the program of the trial ended with ${ended.exitCode}; the image needs Node`
  return { verdict: 'unknown', why }
}

function planPod(pod: {
  name: string
  namespace: string
  image: string
  program: string
  env: Record<string, string>
}): V1Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: pod.name, namespace: pod.namespace, labels: { [TRIAL]: FREE } },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 0,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 1000,
        runAsGroup: 1000,
        seccompProfile: { type: 'RuntimeDefault' },
      },
      containers: [
        {
          name: 'trial',
          image: pod.image,
          imagePullPolicy: 'IfNotPresent',
          command: ['node', '--max-old-space-size=32', '-e', pod.program],
          env: Object.entries(pod.env).map(([name, value]) => ({ name, value })),
          resources: { requests: { cpu: '10m', memory: '64Mi' }, limits: { memory: '128Mi' } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    },
  }
}
