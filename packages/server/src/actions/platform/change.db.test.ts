import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Topic } from '../../store/database/topics.ts'
import { transaction } from '../../store/database/transaction.ts'
import { reserveIdempotencyKey } from '../../store/platform/idempotency.ts'
import { mortalDatabase } from '../../testing/faults/mortal-database.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { change, changeByPlatform } from './change.ts'
import { byPlatform, type Origin } from './origin.ts'
import type { Unit } from './unit.ts'

const { platform, database, clock } = await testPlatform()
const { pool } = database

/** What listeners of this process heard, told or by the feed. */
const heard: string[] = []
const topics: Topic[] = ['installation', 'listing', 'audit', 'platform', 'release', 'ledger', 'notification']
for (const topic of topics) platform.changes.subscribe(topic, (subject) => void heard.push(`${topic} ${subject}`))

const caller: Caller = {
  kind: 'key',
  keyId: 'key_1',
  clientId: 'mkt_1',
  organizationId: 'org_1',
  organizationName: 'acme',
  scopes: [],
  sessionId: null,
}
let requests = 0
/** A request that holds an idempotency key. */
async function request(): Promise<Origin & { idempotencyKey: string; requestId: string }> {
  requests += 1
  const origin = { caller, requestId: `req_${requests}`, address: '192.0.2.1', idempotencyKey: `key ${requests}` }
  const now = clock.now()
  const lockedUntil = new Date(now.getTime() + 60_000)
  const holder = { caller: 'key_1', key: origin.idempotencyKey, requestId: origin.requestId }
  await reserveIdempotencyKey(platform.db, holder, { fingerprint: 'f', now, lockedUntil })
  return origin
}

const rows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows
const effectOf = async ({ idempotencyKey }: Origin) =>
  (await rows('select effect from idempotency where key = $1', [idempotencyKey]))[0]?.effect
/** Audit rows are never removed, so only those of the present test are looked at. */
const audits = () =>
  rows('select action, actor_id, subject_id, request_id from audit where at >= $1 order by id', [clock.now()])
const published = async () =>
  (await rows('select topic, subject from change order by id')).map((row) => `${row.topic} ${row.subject}`)
const facts = async () => (await rows('select name from platform_fact order by name')).map((row) => row.name)

const launched = { organizationId: 'org_1', id: 'ins_1' }
async function write(unit: Unit, name = 'written'): Promise<void> {
  await unit.trx.insertInto('platform_fact').values({ name, value: '1' }).execute()
}

/** Everything published so far has arrived: what was not heard by then is never heard. */
async function feedIsQuiet(): Promise<void> {
  requests += 1
  const last = `last_${requests}`
  await changeByPlatform(platform, async (unit) => unit.changed('release', last))
  await eventually(() => expect(heard).toContain(`release ${last}`))
}

async function startOver(): Promise<void> {
  await feedIsQuiet()
  clock.advance(1000)
  await pool.query('delete from change; delete from platform_fact')
  heard.length = 0
}
beforeEach(startOver)

describe('a change', () => {
  it('commits its audit row, the effect of its request and what followers are told together with the data', async () => {
    const origin = await request()
    const result = await change(platform, origin, async (unit) => {
      await write(unit)
      unit.changed('listing', 'lst_1')
      return unit.record('installation.launch', launched).with('done')
    })
    expect(result).toBe('done')
    expect(await facts()).toEqual(['written'])
    expect(await audits()).toEqual([
      { action: 'installation.launch', actor_id: 'key_1', subject_id: 'ins_1', request_id: origin.requestId },
    ])
    expect(await effectOf(origin)).toEqual({ kind: 'installation', id: 'ins_1' })
    expect((await published()).sort()).toEqual(['audit org_1', 'installation ins_1', 'listing lst_1'])
  })

  it('that fails leaves nothing: no row, no effect, and nobody is told', async () => {
    const origin = await request()
    const failing = change(platform, origin, async (unit) => {
      await write(unit)
      const outcome = unit.record('installation.launch', launched)
      await unit.trx.insertInto('platform_fact').values({ name: 'written', value: '2' }).execute()
      return outcome
    })
    await expect(failing).rejects.toThrow(/duplicate key/)
    expect([await facts(), await audits(), await published()]).toEqual([[], [], []])
    expect(await effectOf(origin)).toBeNull()
    await feedIsQuiet()
    expect(heard.filter((one) => !one.startsWith('release'))).toEqual([])
  })

  it('tells what this process serves from memory before it is acknowledged, and only after the commit', async () => {
    const seen: unknown[] = []
    const end = platform.changes.subscribe('installation', {
      async changed() {
        seen.push(await facts())
      },
    })
    await change(platform, byPlatform, async (unit) => {
      await write(unit)
      const outcome = unit.record('installation.launch', launched)
      expect(seen).toEqual([])
      return outcome
    })
    expect(seen[0]).toEqual(['written'])
    end()
  })

  it('that the database made run again tells once and leaves one audit row', async () => {
    const told: string[] = []
    const counting = { ...platform, changes: { tell: async (...one: string[]) => void told.push(one.join(' ')) } }
    await pool.query("insert into platform_fact (name, value) values ('a', '1'), ('b', '1')")
    const held = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() }
    let runs = 0
    const touch = async (unit: Unit, first: 'a' | 'b', second: 'a' | 'b') => {
      runs += 1
      await unit.trx.updateTable('platform_fact').set({ value: '2' }).where('name', '=', first).execute()
      held[first].resolve()
      await held[second].promise
      await unit.trx.updateTable('platform_fact').set({ value: '3' }).where('name', '=', second).execute()
      return unit.record('installation.start', { organizationId: 'org_1', id: `ins_${first}` })
    }
    // Of two that wait for each other, the one that looks for a deadlock is ended. It begins again when the other is done.
    const patient = change(counting, byPlatform, async (unit) => {
      await sql`set local deadlock_timeout = '10min'`.execute(unit.trx)
      return touch(unit, 'a', 'b')
    })
    let begun = 0
    const ended = change(counting, byPlatform, async (unit) => {
      begun += 1
      if (begun > 1) await patient
      await sql`set local deadlock_timeout = '10ms'`.execute(unit.trx)
      return touch(unit, 'b', 'a')
    })
    await Promise.all([patient, ended])
    expect(runs).toBe(3)
    expect(told.sort()).toEqual(['installation ins_a', 'installation ins_b'])
    expect(await audits()).toHaveLength(2)
  })

  it('that changed nothing leaves no audit row and no effect, so the same request may still do it', async () => {
    const origin = await request()
    expect(await change(platform, origin, async (unit) => unit.unchanged().with(false))).toBe(false)
    expect(await effectOf(origin)).toBeNull()
    expect([await audits(), await published()]).toEqual([[], []])
  })

  it('names what was recorded last as its effect: that is what the request asked for', async () => {
    const origin = await request()
    await change(platform, origin, async (unit) => {
      unit.record('release.promote', { organizationId: 'org_1', id: 'rel_1' })
      return unit.record('listing.make-public', { organizationId: 'org_1', id: 'lst_1' })
    })
    expect(await effectOf(origin)).toEqual({ kind: 'listing', id: 'lst_1' })
    expect(await audits()).toHaveLength(2)
  })

  it('of a request whose key went to a repeat is refused as a whole', async () => {
    const origin = await request()
    await pool.query("update idempotency set request_id = 'req_other' where key = $1", [origin.idempotencyKey])
    const late = change(platform, origin, async (unit) => {
      await write(unit)
      return unit.record('installation.launch', launched)
    })
    await expect(late).rejects.toMatchObject({ code: 'idempotency_running' })
    expect([await facts(), await audits(), await published()]).toEqual([[], [], []])
  })

  it('tells of one subject once, and gathers many subjects of a busy topic into few changes', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `ins_${index}`)
    await changeByPlatform(platform, async (unit) => {
      unit.changed('listing', 'lst_1', 'lst_1')
      unit.changed('listing', 'lst_1')
      return unit.changed('ledger', ...ids, ...ids)
    })
    const all = await published()
    expect(all.filter((one) => one.startsWith('listing'))).toEqual(['listing lst_1'])
    const ledgers = all.filter((one) => one.startsWith('ledger')).map((one) => one.slice('ledger '.length))
    expect(ledgers).toHaveLength(3)
    expect(ledgers.flatMap((one) => one.split(','))).toEqual(ids)
  })

  it('made by the platform names it as the actor, unless somebody asked for it earlier', async () => {
    const by = {
      actor: { kind: 'person', id: 'per_1', label: 'a@example.test' },
      address: null,
      requestId: 'req_first',
    }
    await changeByPlatform(platform, async (unit) => {
      unit.record('installation.stop', { ...launched, by })
      return unit.record('installation.start', launched)
    })
    expect((await audits()).map((row) => [row.action, row.actor_id, row.request_id]).sort()).toEqual([
      ['installation.start', 'platform', null],
      ['installation.stop', 'per_1', 'req_first'],
    ])
  })

  it('is not begun inside another transaction, where nobody would tell after the commit', async () => {
    const nested = transaction(platform.db, (trx) =>
      change({ ...platform, db: trx }, byPlatform, async (unit) => unit.unchanged()),
    )
    await expect(nested).rejects.toThrow('A change has its own transaction')
  })
})

describe('a process that is killed', () => {
  const mortal = mortalDatabase(database.address)
  const killed = { ...platform, db: mortal.db }

  it('at any statement leaves the data, the audit row and the effect, or none of them; after the commit, all of them', async () => {
    const seen: string[] = []
    // Killed before each of its statements, one after another, until it lives to its end.
    for (let statements = 0, over = false; !over; statements += 1) {
      await startOver()
      const origin = await request()
      const { died } = mortal.dieAfter(statements)
      const done = change(killed, origin, async (unit) => {
        await write(unit)
        return unit.record('installation.launch', launched).with('done')
      })
      over = (await Promise.race([done, died])) === 'done'
      await mortal.revive()
      const there = [await facts(), await audits(), await published()].map((some) => some.length > 0)
      seen.push([...there, (await effectOf(origin)) !== null].join())
    }
    const [none, all] = ['false,false,false,false', 'true,true,true,true']
    expect(seen.length).toBeGreaterThan(5)
    expect([...new Set(seen)]).toEqual([none, all])
    expect(seen.at(-1)).toBe(all)
    await mortal.db.destroy()
  })

  it('between the commit and the answer has told other processes: the feed of the database brings the change', async () => {
    const stuck = { ...platform, changes: { tell: () => new Promise<void>(() => {}) } }
    void change(stuck, byPlatform, async (unit) => unit.record('installation.launch', launched))
    await eventually(() => expect(heard).toContain('installation ins_1'))
  })
})
