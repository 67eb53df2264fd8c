import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { dueInTurn, type Turns } from '../database/due-in-turn.ts'

/** A tenant whose sweep is due. */
export interface Sweep {
  id: string
  organizationId: string
  /** Sweeps in a row that met trouble. */
  failures: number
}

/** Takes the leases of tenants whose sweep is due; organizations take turns. */
export async function claimSweeps(db: Db, owner: string, turns: Turns, now: Date, until: Date): Promise<Sweep[]> {
  const { rows } = await sql<Sweep>`
    update tenant set lease_owner = ${owner}, lease_until = ${until}
    where id in (
      select id from tenant
      where id in (${dueInTurn('tenant', 'sweep_at', now, turns)})
        and sweep_at <= ${now} and (lease_until is null or lease_until < ${now})
      for update skip locked
    )
    returning id, organization_id as "organizationId", sweep_failures as failures`.execute(db)
  return rows
}
