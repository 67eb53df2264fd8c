import { sql } from 'kysely'
import { wideClasses } from '../../domain/traffic/latency.ts'
import type { RequestCount } from '../../domain/traffic/request-count.ts'
import { classSums } from '../database/counted.ts'
import type { Db } from '../database/database.ts'

export type SlotRow = RequestCount & { slot: Date }

/** What all installations together were asked, by slot. So many rows are added up in wide classes alone. */
export async function platformTraffic(db: Db, from: Date): Promise<SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select slot, sum(requests)::int as requests, sum(failed)::int as failed,
      case when bool_or(requests > 0 and slowest_ms = 0) then 0 else max(slowest_ms) end as "slowestMs",
      ${classSums(wideClasses)} as classes
    from traffic where slot >= ${from} group by slot order by slot`.execute(db)
  return rows
}

export interface WorstInstallation {
  installation: { id: string; name: string }
  listing: { id: string; name: string }
  organization: { id: string; name: string }
  requests: number
  failed: number
}

/** The installations with most failed requests. */
export async function worstInstallations(db: Db, from: Date, limit: number): Promise<WorstInstallation[]> {
  const { rows } = await sql<WorstInstallation>`
    select json_build_object('id', i.id, 'name', coalesce(nullif(i.name, ''), l.title)) as installation,
      json_build_object('id', l.id, 'name', l.name) as listing, json_build_object('id', o.id, 'name', o.name) as organization,
      worst.requests, worst.failed
    from (select installation_id, sum(requests)::int as requests, sum(failed)::int as failed from traffic
      where slot >= ${from} group by 1 having sum(failed) > 0 order by 3 desc limit ${limit}) worst
    join installation i on i.id = worst.installation_id join listing l on l.id = i.listing_id
    join organization o on o.id = i.organization_id order by worst.failed desc`.execute(db)
  return rows
}
