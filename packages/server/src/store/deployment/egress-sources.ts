import type { Manifest } from '@mkt/manifest'
import { sql } from 'kysely'
import type { EgressSource } from '../../domain/deployment/egress-rules.ts'
import { needsDeployment } from '../../domain/installation/installation.ts'
import type { Db } from '../database/database.ts'

export interface EgressFacts {
  deploymentId: string
  manifest: Manifest
  sources: EgressSource[]
}

/** What decides where deployments that run may send data: all of them, or one. */
export async function egressFacts(db: Db, deploymentId?: string): Promise<EgressFacts[]> {
  const only =
    deploymentId === undefined
      ? sql`deployment.state not in ('STOPPED', 'FAILED')`
      : sql`deployment.id = ${deploymentId}`
  const { rows } = await sql<EgressFacts>`
    select deployment.id as "deploymentId", release.manifest as manifest, coalesce((
      select jsonb_agg(jsonb_build_object('settings', configuration.settings, 'apiUrl', tenant.api_url))
      from installation
      join tenant on tenant.id = installation.tenant_id
      join configuration on configuration.installation_id = installation.id and configuration.revision = installation.revision
      where (installation.release_id = release.id or installation.target_release_id = release.id)
        and installation.state = any(${[...needsDeployment]})), '[]'::jsonb) as sources
    from deployment join release on release.id = deployment.release_id
    where ${only} and jsonb_typeof(release.manifest::jsonb -> 'platform' -> 'egress') = 'array'`.execute(db)
  return rows
}
