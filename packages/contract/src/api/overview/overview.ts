import { z } from 'zod'
import { deploymentStates } from '../../states/deployment.ts'
import { listingStates } from '../../states/listing.ts'
import { reviewStates } from '../../states/review.ts'
import { installation } from '../installation/installations.ts'
import { operation } from '../operation/operation.ts'
import { id, organizationRef, orgParams, time } from '../operation/shapes.ts'

const count = z.number().int()
const seconds = z.number()

const named = installation.pick({ id: true, name: true, listing: true, tenant: true, tenantId: true, test: true })

const incident = named.extend({ state: installation.shape.state, health: installation.shape.health })

const update = named.extend({
  version: z.string().describe('The version it runs'),
  offer: installation.shape.offer.unwrap().pick({ releaseId: true, version: true, reason: true }),
})

/** What a publisher does until customers find the app, in this order. */
const publishingSteps = ['publish', 'deploy', 'test', 'review', 'public'] as const
export type PublishingStep = (typeof publishingSteps)[number]

const publishedListing = z.object({
  id,
  name: z.string(),
  title: z.string(),
  state: z.enum(listingStates).nullable(),
  installations: count.describe('Installations of other organizations that are not uninstalled'),
  steps: z.array(z.object({ step: z.enum(publishingSteps), done: z.boolean() })),
  releases: z
    .array(
      z.object({
        id,
        version: z.string(),
        installations: count,
        failing: count.describe('Installations in ERROR, or where something failed last'),
        requests: count.describe('Calls and deliveries of the last 24 hours'),
        failed: count,
      }),
    )
    .describe('Releases that are installed somewhere, newest version first'),
})

const latestReview = z.object({
  id,
  state: z.enum(reviewStates),
  listing: z.object({ id, title: z.string() }),
  version: z.string(),
  reason: z.string().nullable(),
  createdAt: time,
  decidedAt: time.nullable(),
})

const signals = z.object({
  requests: count,
  failed: count,
  p95Ms: z.number().nullable(),
})

const worst = z.object({
  installation: z.object({ id, name: z.string() }),
  listing: z.object({ id, name: z.string() }),
  organization: organizationRef,
  requests: count,
  failed: count,
})

const sickDeployment = z.object({
  id,
  state: z.enum(deploymentStates),
  listing: z.object({ id, name: z.string() }),
  version: z.string(),
  since: time,
})

const byState = z.array(z.object({ state: z.string(), count }))

export const overviewOperations = {
  getOverview: operation({
    method: 'GET',
    path: '/organizations/{org}/overview',
    group: 'Installations',
    summary: 'Overview for a customer: incidents, most urgent first, and updates to accept',
    params: orgParams,
    answer: {
      status: 200,
      schema: z.object({
        installations: z.object({ total: count, running: count }),
        tenants: count,
        lastActivityAt: time.nullable().describe('When the last event or call arrived'),
        installedListings: z.array(id).describe('The apps that are installed'),
        incidents: z.array(incident).describe('At most 50'),
        updates: z.array(update).describe('At most 50'),
      }),
      description: 'The overview',
    },
    errors: ['not_found'],
  }),
  getPublishingOverview: operation({
    method: 'GET',
    path: '/organizations/{org}/publishing-overview',
    group: 'Listings',
    summary: 'Overview for a publisher: installations, failures by release, reviews, next steps',
    params: orgParams,
    answer: {
      status: 200,
      schema: z.object({
        listings: z.array(publishedListing).describe('At most 50, those with most installations first'),
        reviews: z.array(latestReview).describe('The latest of each listing that is open or asks for changes'),
      }),
      description: 'The overview',
    },
    errors: ['not_found'],
  }),
  getPlatformOverview: operation({
    method: 'GET',
    path: '/platform/overview',
    group: 'Operating',
    summary: 'Key figures of the whole platform, for operators',
    answer: {
      status: 200,
      schema: z.object({
        at: time,
        lastHour: signals.extend({ points: z.array(signals.extend({ at: time })).describe('By five minutes') }),
        worst: z.array(worst).describe('The installations with most failed requests in the last hour'),
        events: z.object({
          waiting: count,
          oldestSeconds: seconds,
          overdueSeconds: seconds.describe('For how long the first event has been due that nobody sends'),
          dead: count,
          apps: z.array(z.object({ id, app: z.string(), waiting: count, oldestSeconds: seconds })),
        }),
        routes: z.object({ paused: count, failing: count }),
        instances: byState,
        deployments: byState,
        installations: byState,
        credentials: byState.describe('`working`, `failing` or `refused`: whether tokens can be renewed with them'),
        sick: z.array(sickDeployment).describe('At most 10, the latest first'),
        restarts: count,
        processes: z.object({ up: count, silent: count }),
        database: z.object({ bytes: z.number(), connections: count, connectionsMax: count }),
      }),
      description: 'The figures',
    },
    errors: [],
  }),
}
