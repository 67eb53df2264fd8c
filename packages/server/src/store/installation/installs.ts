import { sql } from 'kysely'
import type { InstallationState, LastFailure } from '../../domain/installation/installation.ts'
import type { ReleaseState } from '../../domain/release/release.ts'
import type { Db } from '../database/database.ts'

/** Where an installation in ERROR failed, from the platform's own log of it. */
const failedStep = sql`coalesce((
  select details->>'step' from installation_entry
  where installation_id = i.id and kind = 'state' and details->>'state' = 'ERROR'
  order by id desc limit 1), 'unknown')`

export interface InstallCount {
  releaseId: string
  version: string
  releaseState: ReleaseState
  own: boolean
  state: InstallationState
  /** Only of installations in ERROR. */
  step: string | null
  /** What failed last without stopping it. */
  operation: LastFailure['operation'] | null
  count: number
}

/** How many installations of a listing are alike in everything a publisher may know of them, newest version first. */
export async function countInstalls(db: Db, listingId: string, publisherId: string): Promise<InstallCount[]> {
  const { rows } = await sql<InstallCount>`
    select r.id as "releaseId", r.version, r.state as "releaseState", one.own, one.state, one.step, one.operation,
      count(*)::int as count
    from (
      select i.release_id, i.organization_id = ${publisherId} as own, i.state,
        case when i.state = 'ERROR' then ${failedStep} end as step,
        case when i.state <> 'ERROR' then i.last_failure->>'operation' end as operation
      from installation i where i.listing_id = ${listingId} and i.state <> 'UNINSTALLED') one
    join release r on r.id = one.release_id
    group by r.id, one.own, one.state, one.step, one.operation
    order by r.major desc, r.minor desc, r.patch desc, one.state, one.step, one.operation`.execute(db)
  return rows
}

export interface FailingInstall {
  installationId: string
  name: string
  tenant: string
  test: boolean
  version: string
  state: InstallationState
  step: string | null
  reason: string
  at: Date
}

/** The publisher's own installations of a listing that are in ERROR, or where something failed last. */
export async function failingInstalls(
  db: Db,
  listingId: string,
  publisherId: string,
  limit: number,
): Promise<FailingInstall[]> {
  const { rows } = await sql<FailingInstall>`
    select i.id as "installationId", coalesce(nullif(i.name, ''), l.title) as name, coalesce(t.name, i.tenant_id) as tenant, i.test, r.version, i.state,
      case when i.state = 'ERROR' then ${failedStep} end as step,
      coalesce(case when i.state = 'ERROR' then i.reason end, i.last_failure->>'reason', '') as reason,
      i.updated_at as at
    from installation i join release r on r.id = i.release_id join listing l on l.id = i.listing_id
      left join tenant t on t.id = i.tenant_id
    where i.listing_id = ${listingId} and i.organization_id = ${publisherId} and i.state <> 'UNINSTALLED'
      and (i.state = 'ERROR' or i.last_failure is not null)
    order by i.id desc limit ${limit}`.execute(db)
  return rows
}
