import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { transaction } from '../../store/database/transaction.ts'
import { deleteAudits, insertAudits } from '../../store/platform/audits.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { pruneAudit } from './prune-audit.ts'
import { streamAudit } from './stream-audit.ts'

const { platform, clock, database } = await testPlatform()
const DAY_MS = 24 * 3_600_000
const keeping = (auditDays?: number) => ({ ...platform, policy: { ...platform.policy, auditDays } })

async function add(action: string, daysAgo: number): Promise<void> {
  const at = new Date(clock.now().getTime() - daysAgo * DAY_MS)
  const actor = { kind: 'person', id: 'per_1', label: 'a@acme.test' }
  const subject = { kind: 'person', id: 'per_1' }
  const row = { at, organizationId: null, actor, address: null, requestId: null, subject, details: {} }
  await insertAudits(platform.db, [{ ...row, id: newId('aud', at), action }])
}
const actions = async () =>
  (await platform.db.selectFrom('audit').select('action').orderBy('id').execute()).map(({ action }) => action)

beforeEach(async () => {
  // The database goes by its own clock.
  clock.set(new Date())
  await database.pool.query('truncate audit, audit_stream')
  for (const [action, daysAgo] of [
    ['oldest', 400],
    ['older', 366],
    ['young', 364],
  ] as const)
    await add(action, daysAgo)
})

it('the audit is kept without end unless the operator says how long', async () => {
  expect(await pruneAudit(keeping(), [], 10)).toBe(0)
  expect(await actions()).toEqual(['oldest', 'older', 'young'])
})

it('rows of the audit go when their days are over, oldest first, in small steps', async () => {
  expect(await pruneAudit(keeping(365), [], 1)).toBe(1)
  expect(await actions()).toEqual(['older', 'young'])
  expect(await pruneAudit(keeping(365), [], 10)).toBe(1)
  expect(await pruneAudit(keeping(365), [], 10)).toBe(0)
  expect(await actions()).toEqual(['young'])
})

it('rows that a sink of the audit has not taken stay', async () => {
  await database.pool.query('truncate audit')
  await add('oldest', 400)
  await streamAudit(platform, { name: 'siem', send: () => Promise.resolve() })
  await add('older', 366)
  expect(await pruneAudit(keeping(365), ['siem', 'not begun'], 10)).toBe(0)
  expect(await pruneAudit(keeping(365), ['siem'], 10)).toBe(1)
  expect(await actions()).toEqual(['older'])
})

it('a clock ahead of the database fails no cleaning: what is too young for the database stays', async () => {
  clock.advance(60_000)
  await add('nearly thirty', 30)
  clock.advance(1)
  expect(await pruneAudit(keeping(30), [], 10)).toBe(3)
  expect(await actions()).toEqual(['nearly thirty'])
})

it('reads no row that is too young, however long the audit is', async () => {
  await database.pool.query(
    `insert into audit (id, actor_kind, actor_id, actor_label, action, subject_kind, subject_id)
     select 'aud_z' || number, 'person', 'per_1', 'a', 'new', 'person', 'per_1' from generate_series(1, 3000) as number`,
  )
  await database.pool.query('analyze audit')
  await transaction(platform.db, async (trx) => {
    const before = new Date(clock.now().getTime() - 365 * DAY_MS)
    expect(await deleteAudits(trx, { before, upTo: undefined }, 10)).toBe(2)
    const { rows } = await sql<{ read: number }>`select seq_tup_read + idx_tup_fetch as read
      from pg_stat_xact_user_tables where relname = 'audit'`.execute(trx)
    expect(rows[0]?.read).toBeLessThan(100)
  })
})

it('the database keeps every row of the audit unchanged, and for thirty days whatever is asked', async () => {
  await add('new', 29)
  await expect(database.pool.query("delete from audit where action = 'new'")).rejects.toThrow('30 days')
  await expect(database.pool.query("update audit set action = 'other'")).rejects.toThrow('never changed')
  expect(await actions()).toEqual(['oldest', 'older', 'young', 'new'])
})
