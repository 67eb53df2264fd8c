import { sql } from 'kysely'
import type { RequestCount } from '../../domain/traffic/request-count.ts'
import { addedUp, countRows, slowestOfBoth } from '../database/counted.ts'
import type { Db } from '../database/database.ts'

/** Adds to what other processes have counted, by deployment. */
export async function addTallies(db: Db, counts: ReadonlyMap<string, RequestCount>): Promise<void> {
  await sql`
    insert into request_tally (deployment_id, requests, failed, buckets, slowest_ms, busy_ms)
    select deployment.id, requests, failed, classes, slowest_ms, busy_ms from ${countRows(counts)} join deployment using (id)
    order by 1
    on conflict (deployment_id) do update set
      requests = request_tally.requests + excluded.requests,
      failed = request_tally.failed + excluded.failed,
      busy_ms = request_tally.busy_ms + excluded.busy_ms,
      slowest_ms = ${slowestOfBoth('request_tally')},
      buckets = ${addedUp('request_tally.buckets', 'excluded.buckets')}`.execute(db)
}

/** Takes what was counted, so that it is told once. */
export async function takeTally(db: Db, deploymentId: string): Promise<RequestCount | undefined> {
  const row = await db
    .deleteFrom('request_tally')
    .where('deployment_id', '=', deploymentId)
    .returning(['requests', 'failed', 'buckets as classes', 'slowest_ms as slowestMs', 'busy_ms as busyMs'])
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, busyMs: Number(row.busyMs) }
}
