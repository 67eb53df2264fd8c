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

/** Deployments that do not work, the latest first. */
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
    .where('deployment.state', 'in', sickStates)
    .orderBy('deployment.updated_at', 'desc')
    .limit(limit)
    .execute()
}
