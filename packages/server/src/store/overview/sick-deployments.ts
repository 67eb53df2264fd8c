import { type DeploymentState, deploymentMachine } from '@mkt/contract/states'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** States of a deployment whose containers do not work. */
export const sickStates = Object.entries(deploymentMachine.states).flatMap(([state, { health }]) =>
  health === 'sick' ? [state as DeploymentState] : [],
)

export interface SickDeployment {
  id: string
  state: DeploymentState
  listing: { id: string; name: string }
  version: string
  since: Date
}

/** Deployments that do not work, or have an instance that does not, the latest first. */
export function sickDeployments(db: Db, limit: number): Promise<SickDeployment[]> {
  return db
    .selectFrom('deployment')
    .innerJoin('listing', 'listing.id', 'deployment.listing_id')
    .innerJoin('release', 'release.id', 'deployment.release_id')
    .select([
      'deployment.id as id',
      'deployment.state as state',
      sql<SickDeployment['listing']>`json_build_object('id', listing.id, 'name', listing.name)`.as('listing'),
      'release.version as version',
      'deployment.updated_at as since',
    ])
    .where((eb) =>
      eb.or([
        eb('deployment.state', 'in', sickStates),
        // It works by its other instances.
        eb.exists(
          eb
            .selectFrom('instance')
            .select('instance.id')
            .whereRef('instance.deployment_id', '=', 'deployment.id')
            .where('instance.state', '=', 'SICK'),
        ),
      ]),
    )
    .orderBy('deployment.updated_at', 'desc')
    .limit(limit)
    .execute()
}
