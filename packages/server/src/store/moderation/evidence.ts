import type { InstallationState } from '@mkt/contract/states'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** How a test installation fares: never what it is configured with. */
export interface Evidence {
  installationId: string
  state: InstallationState
  reason: string | null
  version: string
  createdAt: Date
  figures: EvidenceFigures
}

export interface EvidenceFigures {
  delivered: number
  waiting: number
  dead: number
  calls: number
  failedCalls: number
  averageCallMs: number | null
  stateReads: number
  memoryBytes: number | null
  restarts: number | null
}

const MAX_INSTALLATIONS = 20
const MAX_HOOKS = 20

/** The publisher's own test installations of a release, newest first, with what was counted of each. */
export async function evidenceOf(db: Db, releaseId: string): Promise<Evidence[]> {
  const { rows } = await sql<Omit<Evidence, 'figures'> & EvidenceFigures>`
    select i.id as "installationId", i.state, i.reason, r.version, i.created_at as "createdAt",
      e.delivered, e.waiting, e.dead, c.calls, c.failed as "failedCalls", c.average as "averageCallMs",
      l.reads as "stateReads", f.memory_bytes as "memoryBytes", f.restarts
    from (select * from installation where release_id = ${releaseId} and test order by id desc limit ${MAX_INSTALLATIONS}) i
    join release r on r.id = i.release_id
    cross join lateral (
      select count(*) filter (where state = 'DELIVERED')::int as delivered, count(*) filter (where state = 'WAITING')::int as waiting,
        count(*) filter (where state = 'DEAD')::int as dead
      from event where installation_id = i.id) e
    cross join lateral (
      select count(*)::int as calls, count(*) filter (where status >= 400)::int as failed, round(avg(duration_ms))::int as average
      from call where installation_id = i.id) c
    cross join lateral (select coalesce(sum(reads), 0)::int as reads from ledger where installation_id = i.id) l
    left join lateral (
      select f.memory_bytes::float8 as memory_bytes, f.restarts from figure f join deployment d on d.id = f.deployment_id
      where d.release_id = i.release_id order by f.at desc limit 1) f on true
    order by i.id desc`.execute(db)
  return rows.map(({ installationId, state, reason, version, createdAt, ...figures }) => ({
    installationId,
    state,
    reason,
    version,
    createdAt,
    figures,
  }))
}

export interface HookAnswer {
  installationId: string
  hook: string
  at: Date
  level: 'info' | 'warning' | 'error'
  status: number | null
  durationMs: number | null
  answer: string
}

/** What the apps answered to lifecycle hooks, newest first: as noted in the installations' logs, so already without their secrets. */
export async function hookAnswersOf(db: Db, installationIds: readonly string[]): Promise<HookAnswer[]> {
  if (installationIds.length === 0) return []
  const { rows } = await sql<HookAnswer>`
    select e.installation_id as "installationId", coalesce(e.details->>'hook', '') as hook, e.at, e.level,
      (e.details->>'status')::int as status, (e.details->>'durationMs')::int as "durationMs", e.message as answer
    from unnest(${[...installationIds]}::text[]) as wanted (id)
    cross join lateral (
      select * from installation_entry where installation_id = wanted.id and kind = 'hook' order by id desc limit ${MAX_HOOKS}) e
    order by e.id desc`.execute(db)
  return rows
}
