import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { type ErasedScope, within } from './erased-scope.ts'

export interface KeptPath {
  id: string
  path: string
}

/** The paths of some requests to the policy system after another one, for looking into them. */
export async function keptPaths(
  db: Db,
  { installationId, span }: ErasedScope,
  after: string,
  limit: number,
): Promise<KeptPath[]> {
  const { rows } = await sql<KeptPath>`
    select id, path from tenant_call
    where installation_id = ${installationId} and id > ${after} and ${within('at', span)} order by id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Replaces paths by what is left of them. Returns how many it changed: two erasures at once count each path once. */
export async function replacePaths(db: Db, installationId: string, was: KeptPath[], left: string[]): Promise<number> {
  const [ids, paths] = [was.map(({ id }) => id), was.map(({ path }) => path)]
  const { numAffectedRows } = await sql`
    update tenant_call set path = changed.after
    from unnest(${ids}::text[], ${paths}::text[], ${left}::text[]) as changed (id, before, after)
    where tenant_call.id = changed.id and installation_id = ${installationId} and path = changed.before`.execute(db)
  return Number(numAffectedRows ?? 0)
}
