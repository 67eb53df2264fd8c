import { sql } from 'kysely'
import { addedUp } from './added-up.ts'
import type { Db } from './database.ts'

/** Requests that went to the instances of one deployment. */
export interface RequestTally {
  deploymentId: string
  requests: number
  failed: number
  /** How many answers came within each class of time. */
  buckets: readonly number[]
}

/** Adds to what other processes have counted. */
export async function addTallies(db: Db, tallies: readonly RequestTally[]): Promise<void> {
  if (tallies.length === 0) return
  const rows = JSON.stringify(tallies)
  await sql`
    insert into request_tally (deployment_id, requests, failed, buckets)
    select deployment.id, tally.requests, tally.failed, array(select jsonb_array_elements_text(tally.buckets)::int)
    from jsonb_to_recordset(${rows}::jsonb) as tally ("deploymentId" text, requests int, failed int, buckets jsonb)
    join deployment on deployment.id = tally."deploymentId"
    order by 1
    on conflict (deployment_id) do update set
      requests = request_tally.requests + excluded.requests,
      failed = request_tally.failed + excluded.failed,
      buckets = ${addedUp('request_tally.buckets', 'excluded.buckets')}`.execute(db)
}

/** Takes what was counted, so that it is told once. */
export async function takeTally(db: Db, deploymentId: string): Promise<RequestTally | undefined> {
  const row = await db
    .deleteFrom('request_tally')
    .where('deployment_id', '=', deploymentId)
    .returning(['deployment_id as deploymentId', 'requests', 'failed', 'buckets'])
    .executeTakeFirst()
  return row
}
