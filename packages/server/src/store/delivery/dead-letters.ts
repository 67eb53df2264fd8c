import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** The index over settled dead letters is read from here on; older ones were told, or nobody could be. */
const LOOKED_BACK = sql`interval '1 day'`

/** Installations with dead letters that nobody was told of. Who uninstalls an app knows what becomes of its events. */
export async function installationsWithDeadLetters(
  db: Db,
  input: { toldBefore: Date; lagMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct event.installation_id as id from event
    left join route_health on route_health.installation_id = event.installation_id
    where event.state = 'DEAD' and event.reason <> 'uninstalled'
      and event.settled_at > now() - ${LOOKED_BACK} and event.settled_at <= now() - ${lag(input.lagMs)}
      and (dead_told_to is null or event.settled_at > dead_told_to)
      and (dead_told_at is null or dead_told_at <= ${input.toldBefore})
    limit 1000`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DeadLetters {
  count: number
  reasons: string[]
  organizationId: string
  listingId: string
  upTo: Date
}

/** Dead letters of one installation that nobody was told of. Call it with the health of the route locked. */
export async function untoldDeadLetters(
  trx: Trx,
  installationId: string,
  input: { toldBefore: Date; lagMs: number },
): Promise<DeadLetters | undefined> {
  const { rows } = await sql<DeadLetters>`
    select count(*)::int as count, array_agg(distinct event.reason order by event.reason) as reasons,
      min(event.organization_id) as "organizationId", min(event.listing_id) as "listingId", max(event.settled_at) as "upTo"
    from event join route_health on route_health.installation_id = event.installation_id
    where event.installation_id = ${installationId} and event.state = 'DEAD' and event.reason <> 'uninstalled'
      and event.settled_at > now() - ${LOOKED_BACK} and event.settled_at <= now() - ${lag(input.lagMs)}
      and (dead_told_to is null or event.settled_at > dead_told_to)
      and (dead_told_at is null or dead_told_at <= ${input.toldBefore})
    having count(*) > 0`.execute(trx)
  return rows[0]
}

export async function rememberTold(trx: Trx, installationId: string, upTo: Date, at: Date): Promise<void> {
  await trx
    .updateTable('route_health')
    .set({ dead_told_to: upTo, dead_told_at: at })
    .where('installation_id', '=', installationId)
    .execute()
}

const lag = (milliseconds: number) => sql`${milliseconds} * interval '1 millisecond'`
