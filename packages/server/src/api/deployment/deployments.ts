import { reshapeDeployment } from '../../actions/deployment/reshape-deployment.ts'
import { restartListing } from '../../actions/deployment/restart-listing.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import type { Subject } from '../../domain/accounts/access.ts'
import { type Enforcement, enforcementOf } from '../../domain/deployment/egress-enforcement.ts'
import { toItemsLater } from '../../domain/platform/items.ts'
import { pageOf, toPage } from '../../domain/platform/page.ts'
import { type DeploymentRow, deploymentById, deploymentsOf } from '../../store/deployment/deployments.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'
import { figuresOf } from '../../store/deployment/figures.ts'
import { type InstanceRow, latestInstances } from '../../store/deployment/instances.ts'
import { notFound } from '../http/find.ts'
import { type Route, route } from '../http/route.ts'
import { listingSubject } from '../listing/listings.ts'

const DAY_MS = 24 * 3600 * 1000

export interface DeploymentSubject extends Subject {
  deployment: DeploymentRow
}

export async function deploymentSubject(platform: Platform, id: string): Promise<DeploymentSubject> {
  const deployment = await deploymentById(platform.db, id)
  if (deployment === undefined) throw notFound()
  return { organizationId: deployment.organizationId, deployment }
}

function deploymentAnswer(row: DeploymentRow, instances: readonly InstanceRow[], egress: Enforcement) {
  return {
    id: row.id,
    release: { id: row.releaseId, version: row.version },
    listing: { id: row.listingId, name: row.listingName },
    state: row.state,
    reason: row.reason,
    replicas: row.replicas,
    minInstances: row.minInstances,
    maxInstances: row.maxInstances,
    generation: row.generation,
    restarts: row.restarts,
    egress,
    instances: instances
      .filter((instance) => instance.deploymentId === row.id)
      .map(({ id, state, since, engine, generation, exitReason, createdAt }) => ({
        id,
        state,
        engine,
        generation,
        exitReason,
        since: since.toISOString(),
        createdAt: createdAt.toISOString(),
      })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function deploymentRoutes(platform: Platform): Route[] {
  const { db } = platform
  const subject = ({ params }: { params: { id: string } }) => deploymentSubject(platform, params.id)
  const enforcement = async () => {
    const fact = await engineFact(db)
    return (row: DeploymentRow) => enforcementOf(platform.policy.egress, row.declaresEgress, fact?.egress)
  }
  const one = async (id: string) => {
    const { deployment } = await deploymentSubject(platform, id)
    return deploymentAnswer(deployment, await latestInstances(db, [id]), (await enforcement())(deployment))
  }
  return [
    route('listDeployments', {
      subject: ({ params }) => listingSubject(platform, params.id),
      async handle({ params, query }) {
        const page = pageOf(query)
        const rows = await deploymentsOf(db, { listingId: params.id, state: query.state }, page)
        const instances = await latestInstances(
          db,
          rows.map((row) => row.id),
          5,
        )
        const enforced = await enforcement()
        return toPage(
          rows,
          page,
          (row) => row.id,
          (row) => deploymentAnswer(row, instances, enforced(row)),
        )
      },
    }),
    route('getDeployment', { subject, handle: ({ params }) => one(params.id) }),
    route('changeDeployment', {
      subject,
      async handle({ params, body, subject: { deployment }, ...origin }) {
        const { replicas, minInstances, maxInstances } = body
        const wanted =
          minInstances === undefined || maxInstances === undefined
            ? replicas === undefined
              ? {}
              : { replicas }
            : { between: { minInstances, maxInstances } }
        await reshapeDeployment(platform, { deployment, ...wanted }, origin)
        return one(params.id)
      },
    }),
    route('restartDeployment', {
      subject,
      async handle({ subject: { deployment }, ...origin }) {
        await reshapeDeployment(platform, { deployment, restart: true }, origin)
        return {}
      },
    }),
    route('restartListing', {
      subject: ({ params }) => listingSubject(platform, params.id),
      async handle({ subject: { listing }, ...origin }) {
        const ids = await restartListing(platform, listing, origin)
        return { deployments: await toItemsLater(ids, (id) => id, one) }
      },
    }),
    route('listFigures', {
      subject,
      async handle({ params, query }) {
        const from = query.from === undefined ? new Date(platform.clock.now().getTime() - DAY_MS) : new Date(query.from)
        const page = pageOf(query)
        return toPage(
          await figuresOf(db, params.id, from, page),
          page,
          (point) => String(point.at.getTime()),
          (point) => ({ ...point, at: point.at.toISOString() }),
        )
      },
    }),
  ]
}
