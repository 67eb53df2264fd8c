import { actorOf } from '../../domain/accounts/caller.ts'
import { newId } from '../../lib/ids.ts'
import type { ChangeFeed } from '../../store/database/change-feed.ts'
import { publishChanges } from '../../store/database/changes.ts'
import { type Change, isGathered, type Topic, toldAtOnce } from '../../store/database/topics.ts'
import { transaction } from '../../store/database/transaction.ts'
import { insertAudits } from '../../store/platform/audits.ts'
import { byPlatform, type Origin } from './origin.ts'
import type { Platform } from './platform.ts'
import { takeEffect } from './take-effect.ts'
import { type OpenUnit, openUnit, type Published, type Recorded, type Unchanged, type Unit } from './unit.ts'

/** Dependencies of every change. */
export type Changing = Pick<Platform, 'db' | 'clock' | 'random'> & { changes: Pick<ChangeFeed, 'tell'> }

/** Subjects of a busy topic that fit into one notification of the database. */
const GATHERED_AT_ONCE = 200

/**
 * Makes one change that somebody asked for. The work runs in one transaction, again from its beginning when the database gave up
 * because of others, so it does nothing outside the database. With it are committed: its audit rows, the mark that its request took
 * effect, and what followers are told. After the commit, what this process serves from memory is renewed before this resolves.
 */
export function change<Result>(
  platform: Changing,
  origin: Origin,
  work: (unit: Unit) => Promise<Recorded<Result> | Unchanged<Result>>,
): Promise<Result> {
  return run(platform, origin, work)
}

/** The same for a change that the platform makes by itself: it may go without an audit row, but not without saying what changed. */
export function changeByPlatform<Result>(
  platform: Changing,
  work: (unit: Unit) => Promise<Recorded<Result> | Published<Result> | Unchanged<Result>>,
): Promise<Result> {
  return run(platform, byPlatform, work)
}

async function run<Result>(
  platform: Changing,
  origin: Origin,
  work: (unit: Unit) => Promise<{ result: Result }>,
): Promise<Result> {
  if (platform.db.isTransaction)
    throw new Error('A change has its own transaction. Hand its unit to what takes part in it.')
  const { result, changes } = await transaction(platform.db, async (trx) => {
    const unit = openUnit(platform, origin, trx)
    const { result } = await work(unit)
    await writeEntries(unit)
    const changes = changesOf(unit.topics)
    await publishChanges(trx, changes)
    return { result, changes }
  })
  const told = changes.filter(({ topic }) => toldAtOnce.has(topic))
  await Promise.all(told.map(({ topic, subject }) => platform.changes.tell(topic, subject)))
  return result
}

async function writeEntries({ trx, origin, now, random, entries }: OpenUnit): Promise<void> {
  // The last record of a unit is the requested change; earlier ones are its side effects.
  const asked = entries.at(-1)
  if (asked !== undefined) await takeEffect(trx, origin, asked.subject)
  const rows = entries.map(({ organizationId, action, subject, details = {}, by }) => {
    const { actor, address, requestId } = by ?? { actor: actorOf(origin.caller), ...origin }
    const id = newId('aud', now, random)
    return { id, at: now, organizationId, actor, address, requestId, action, subject, details }
  })
  await insertAudits(trx, rows)
}

function changesOf(topics: ReadonlyMap<Topic, ReadonlySet<string>>): Change[] {
  return [...topics].flatMap(([topic, told]) => {
    const subjects = [...told]
    if (!isGathered(topic)) return subjects.map((subject) => ({ topic, subject }))
    const batches = Math.ceil(subjects.length / GATHERED_AT_ONCE)
    return Array.from({ length: batches }, (_, batch) => {
      const from = batch * GATHERED_AT_ONCE
      return { topic, subject: subjects.slice(from, from + GATHERED_AT_ONCE).join(',') }
    })
  })
}
