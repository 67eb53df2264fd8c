import { sql } from 'kysely'
import { LINE_COST } from '../../domain/deployment/output-rate.ts'
import type { Page } from '../../domain/platform/page.ts'
import type { Db } from '../database/database.ts'
import { type Order, sorted } from '../database/sorted.ts'
import type { Trx } from '../database/transaction.ts'

export interface ContainerLine {
  id: string
  deploymentId: string
  releaseId: string
  version: string
  instanceId: string
  at: Date
  stream: 'stdout' | 'stderr'
  text: string
}

/** Adds what an instance wrote and remembers how far it was read, so that every line is stored once. */
export async function addContainerLines(
  trx: Trx,
  place: { listingId: string; deploymentId: string; instanceId: string; cursor: string },
  lines: readonly { at: Date; stream: 'stdout' | 'stderr'; text: string }[],
): Promise<void> {
  await trx.updateTable('instance').set({ log_cursor: place.cursor }).where('id', '=', place.instanceId).execute()
  if (lines.length === 0) return
  await sql`
    insert into container_log (listing_id, deployment_id, instance_id, at, stream, text)
    select ${place.listingId}, ${place.deploymentId}, ${place.instanceId}, at, stream, text
    from unnest(${lines.map((line) => line.at)}::timestamptz[], ${lines.map((line) => line.stream)}::text[],
      ${lines.map((line) => line.text)}::text[]) as line (at, stream, text)`.execute(trx)
}

export interface LineFilter {
  listingId?: string
  deploymentId?: string
  instanceId?: string | undefined
  /** Only of instances that were started since. */
  startedSince?: Date
  stream?: ContainerLine['stream'] | undefined
  q?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

function lines(db: Db, filter: LineFilter) {
  let query = db
    .selectFrom('container_log')
    .innerJoin('deployment', 'deployment.id', 'container_log.deployment_id')
    .innerJoin('release', 'release.id', 'deployment.release_id')
    .select([
      // As text: a line's id is opaque, and the driver would make a number of it.
      sql<string>`container_log.id::text`.as('id'),
      'container_log.deployment_id as deploymentId',
      'deployment.release_id as releaseId',
      'release.version as version',
      'container_log.instance_id as instanceId',
      'container_log.at as at',
      'container_log.stream as stream',
      'container_log.text as text',
    ])
  if (filter.listingId !== undefined) query = query.where('container_log.listing_id', '=', filter.listingId)
  if (filter.deploymentId !== undefined) query = query.where('container_log.deployment_id', '=', filter.deploymentId)
  if (filter.instanceId !== undefined) query = query.where('container_log.instance_id', '=', filter.instanceId)
  const { startedSince } = filter
  if (startedSince !== undefined) {
    query = query.where('container_log.instance_id', 'in', (eb) =>
      eb
        .selectFrom('instance')
        .select('instance.id')
        .whereRef('instance.deployment_id', '=', 'container_log.deployment_id')
        .where('instance.created_at', '>=', startedSince),
    )
  }
  if (filter.stream !== undefined) query = query.where('container_log.stream', '=', filter.stream)
  if (filter.from !== undefined) query = query.where('container_log.at', '>=', filter.from)
  if (filter.to !== undefined) query = query.where('container_log.at', '<', filter.to)
  if (filter.q !== undefined) query = query.where(sql<boolean>`strpos(lower(text), lower(${filter.q})) > 0`)
  return query
}

const order: Order<'at'> = { id: 'container_log.id', numbered: true, newestFirst: true, keys: { at: 'id' } }

/** Lines in the order they were taken in, newest first unless asked otherwise. */
export function listLines(db: Db, filter: LineFilter, page: Page): Promise<ContainerLine[]> {
  return sorted(lines(db, filter), page, order).execute()
}

/** The latest, newest first. */
export function latestLines(db: Db, filter: LineFilter, limit: number): Promise<ContainerLine[]> {
  return lines(db, filter).orderBy('container_log.id', 'desc').limit(limit).execute()
}

/** Oldest first, after `after`: how a follower reads on. */
export function linesAfter(db: Db, filter: LineFilter, limit: number, after: string): Promise<ContainerLine[]> {
  return lines(db, filter).where('container_log.id', '>', after).orderBy('container_log.id').limit(limit).execute()
}

/** Removes of one app the oldest lines above its share. */
export async function pruneListingLines(db: Db, listingId: string, bytesPerApp: number): Promise<void> {
  await sql`
    delete from container_log where listing_id = ${listingId} and id <= (
      select max(id) from (
        select id, sum(octet_length(text) + ${LINE_COST}) over (order by id desc) as total
        from container_log where listing_id = ${listingId}
      ) counted where total > ${bytesPerApp}
    )`.execute(db)
}

/** Removes what is older than the moment, and of every app the oldest lines above its share. */
export async function pruneContainerLines(db: Db, before: Date, bytesPerApp: number): Promise<void> {
  await db.deleteFrom('container_log').where('at', '<', before).execute()
  await sql`
    delete from container_log using (
      select id, sum(octet_length(text) + ${LINE_COST}) over (partition by listing_id order by id desc) as total from container_log
    ) counted
    where container_log.id = counted.id and counted.total > ${bytesPerApp}`.execute(db)
}
