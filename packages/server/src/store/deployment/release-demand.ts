import { sql } from 'kysely'
import type { Rollout } from '../../domain/deployment/rollout.ts'
import { needsDeployment } from '../../domain/installation/installation.ts'
import type { Db } from '../database/database.ts'

/**
 * Releases that must run and do not: to be rolled out, or installed somewhere while their deployment is stopped. An
 * installation that waits and was asked for after a failed start had begun gets a start of its own.
 */
export async function releasesToWake(db: Db): Promise<{ releaseId: string; listingId: string }[]> {
  const rows = await sql<{ releaseId: string; listingId: string }>`
    select release.id as "releaseId", release.listing_id as "listingId"
    from release left join deployment on deployment.release_id = release.id
    where ((release.state = 'CHECKED' or release.rollback_state = 'PENDING') and (deployment.id is null or deployment.state = 'STOPPED'))
      or ((deployment.id is null or deployment.state = 'STOPPED') and release.state in ('LIVE', 'SUPERSEDED') and exists (
        select from installation
        where (installation.release_id = release.id or installation.target_release_id = release.id)
          and installation.state = any(${[...needsDeployment]})))
      or (deployment.state = 'FAILED' and release.state in ('LIVE', 'SUPERSEDED') and exists (
        select from installation
        where installation.updated_at > deployment.starting_at and (
          (installation.release_id = release.id and installation.state = 'PENDING')
          or (installation.target_release_id = release.id and installation.state = any(${[...needsDeployment]})))))
    limit 100`.execute(db)
  return rows.rows
}

/** Who refers to a release. */
export interface Demand {
  /** Whether an installation or a rollout needs it to run. */
  needed: boolean
  rollout: Rollout | null
}

export async function releaseDemand(db: Db, releaseId: string): Promise<Demand> {
  const { rows } = await sql<{ deployed: boolean; rollbackAt: Date | null; installed: boolean }>`
    select release.state = 'CHECKED' as deployed,
      case when release.rollback_state = 'PENDING' then release.rollback_at end as "rollbackAt",
      exists (
        select from installation
        where (release_id = ${releaseId} or target_release_id = ${releaseId})
          and state = any(${[...needsDeployment]})) as installed
    from release where id = ${releaseId}`.execute(db)
  const { deployed = false, rollbackAt = null, installed = false } = rows[0] ?? {}
  const rollout: Rollout | null = deployed
    ? { kind: 'deploy' }
    : rollbackAt === null
      ? null
      : { kind: 'rollback', askedAt: rollbackAt }
  return { needed: installed || rollout !== null, rollout }
}
