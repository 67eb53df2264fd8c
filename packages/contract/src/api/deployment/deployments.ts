import { z } from 'zod'
import { deploymentStates } from '../../states/deployment.ts'
import { instanceStates } from '../../states/instance.ts'
import { operation } from '../operation/operation.ts'
import { done, id, idParams, page, pageQuery, time } from '../operation/shapes.ts'
import { sortedQuery } from '../operation/sorting.ts'
import { enforcement } from './enforcement.ts'

const instance = z.object({
  id,
  state: z.enum(instanceStates),
  since: time,
  engine: z.string(),
  generation: z.number().int().describe('Lower than that of the deployment: it is being replaced'),
  exitReason: z.string().nullable().describe('Why it ended, is being replaced, or has not started yet'),
  createdAt: time,
})

const deploymentState = z.enum(deploymentStates)
const instanceCount = z.number().int().min(1).max(10)

const deployment = z.object({
  id,
  release: z.object({ id, version: z.string() }),
  listing: z.object({ id, name: z.string() }),
  state: deploymentState,
  reason: z.string().nullable(),
  replicas: z.number().int().describe('Number of instances that should run now'),
  minInstances: z
    .number()
    .int()
    .nullable()
    .describe('Not fewer, whatever the load; null where the number does not follow it'),
  maxInstances: z.number().int().nullable().describe('Not more, whatever the load'),
  generation: z.number().int().describe('Counts restarts that somebody asked for'),
  restarts: z.number().int().describe('Ends that nobody asked for'),
  egress: enforcement.describe('Whether what the manifest declares under egress is enforced'),
  instances: z.array(instance).describe('The latest, newest first'),
  createdAt: time,
  updatedAt: time,
})

const line = z.object({
  id: z.string(),
  at: time,
  stream: z.enum(['stdout', 'stderr']),
  text: z.string(),
  instanceId: id,
  deploymentId: id,
  release: z.object({ id, version: z.string() }),
})

const figure = z.object({
  at: time,
  cpuSeconds: z.number().describe('CPU time used since the former point'),
  memoryBytes: z.number().int(),
  processes: z.number().int(),
  instances: z.number().int(),
  restarts: z.number().int().describe('So far in all'),
  requests: z.number().int().describe('Calls and deliveries sent to its instances since the former point'),
  failed: z.number().int().describe('Number of failures: no answer, or a status of 400 and above'),
  p50Ms: z.number().int().nullable().describe('Half of them were answered within this time; null without requests'),
  p95Ms: z.number().int().nullable().describe('Nearly all of them were'),
})

const lineQuery = sortedQuery('at').extend({
  q: z.string().max(200).optional().describe('Words to look for, upper and lower case alike'),
  stream: line.shape.stream.optional(),
  instanceId: id.optional(),
  from: time.optional(),
  to: time.optional(),
})
const followQuery = z.strictObject({
  q: z.string().max(200).optional(),
  stream: line.shape.stream.optional(),
  instanceId: id.optional(),
  tail: z.coerce.number().int().min(0).max(1000).default(50).describe('How many lines from before'),
})
const stream = {
  status: 200,
  contentType: 'text/event-stream',
  description: 'Server-sent events: each `data` is one line; `last-event-id` continues after a break',
} as const

export const deploymentOperations = {
  listDeployments: operation({
    method: 'GET',
    path: '/listings/{id}/deployments',
    group: 'Deployments',
    summary: 'The deployments of a listing, newest first',
    params: idParams,
    query: sortedQuery('version', 'state', 'restarts', 'createdAt').extend({ state: deploymentState.optional() }),
    answer: { status: 200, schema: page(deployment), description: 'Deployments with their latest instances' },
    errors: ['not_found'],
  }),
  getDeployment: operation({
    method: 'GET',
    path: '/deployments/{id}',
    group: 'Deployments',
    summary: 'One deployment',
    params: idParams,
    answer: { status: 200, schema: deployment, description: 'The deployment' },
    errors: ['not_found'],
  }),
  changeDeployment: operation({
    method: 'PATCH',
    path: '/deployments/{id}',
    group: 'Deployments',
    summary: 'Set the number of instances: fixed, or a range for autoscaling',
    params: idParams,
    body: z
      .strictObject({
        replicas: instanceCount.optional().describe('So many, whatever the load'),
        minInstances: instanceCount.optional(),
        maxInstances: instanceCount.optional(),
      })
      .refine(
        ({ replicas, minInstances, maxInstances }) =>
          replicas === undefined
            ? minInstances !== undefined && maxInstances !== undefined && minInstances <= maxInstances
            : minInstances === undefined && maxInstances === undefined,
        'Give replicas, or minInstances and a maxInstances that is not smaller.',
      ),
    answer: { status: 200, schema: deployment, description: 'The deployment' },
    errors: ['not_found'],
  }),
  restartDeployment: operation({
    method: 'POST',
    path: '/deployments/{id}/restart',
    group: 'Deployments',
    summary: 'Restart all instances without downtime, for example after changed variables',
    params: idParams,
    answer: { status: 202, schema: done, description: 'It is in progress' },
    errors: ['not_found'],
  }),
  restartListing: operation({
    method: 'POST',
    path: '/listings/{id}/restart',
    group: 'Deployments',
    summary: 'Restart all running deployments of a listing without downtime, for example after changed variables',
    description:
      'New instances start beside the running ones, which go on serving until enough new ones are healthy: no request fails. When the new ones do not become healthy the former ones stay.',
    params: idParams,
    answer: {
      status: 202,
      schema: z.object({ deployments: z.array(deployment) }),
      description:
        'The deployments whose instances are being replaced by those of their new generation; none where nothing runs',
    },
    errors: ['not_found'],
  }),
  listDeploymentLogs: operation({
    method: 'GET',
    path: '/deployments/{id}/logs',
    group: 'Logs',
    summary: 'Output of the containers of a deployment, newest first',
    params: idParams,
    query: lineQuery,
    answer: { status: 200, schema: page(line), description: 'Lines' },
    errors: ['not_found'],
  }),
  followDeploymentLogs: operation({
    method: 'GET',
    path: '/deployments/{id}/logs/stream',
    group: 'Logs',
    summary: 'Stream the output of the containers of a deployment',
    params: idParams,
    query: followQuery,
    answer: stream,
    errors: ['not_found'],
  }),
  listListingLogs: operation({
    method: 'GET',
    path: '/listings/{id}/logs',
    group: 'Logs',
    summary: 'Output of all containers of an app, newest first',
    params: idParams,
    query: lineQuery,
    answer: { status: 200, schema: page(line), description: 'Lines' },
    errors: ['not_found'],
  }),
  followListingLogs: operation({
    method: 'GET',
    path: '/listings/{id}/logs/stream',
    group: 'Logs',
    summary: 'Stream the output of all containers of an app',
    params: idParams,
    query: followQuery,
    answer: stream,
    errors: ['not_found'],
  }),
  listFigures: operation({
    method: 'GET',
    path: '/deployments/{id}/figures',
    group: 'Deployments',
    summary: 'CPU, memory, restarts and requests, one point per minute',
    params: idParams,
    query: pageQuery.extend({
      limit: z.coerce.number().int().min(1).max(1440).default(1440).describe('Maximum number of points'),
      from: time.optional().describe('A day ago, without it'),
    }),
    answer: { status: 200, schema: page(figure), description: 'Points, oldest first' },
    errors: ['not_found'],
  }),
}
