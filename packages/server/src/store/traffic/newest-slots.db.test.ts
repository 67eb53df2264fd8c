import { Kysely, PostgresDialect } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import type { Database, Db } from '../database/database.ts'
import { suspectInstallations } from '../overview/installation-overview.ts'
import { recentTraffic } from './traffic.ts'

const { pool } = await testDatabase()
const callsFrom = new Date('2030-01-01T00:00:00Z')
const attemptsFrom = new Date('2030-01-01T23:45:00Z')

/** What the database looks up in an index to carry out the statement, for tables that are not small. */
async function lookedUp(read: (db: Db) => Promise<unknown>): Promise<string[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const log = ({ query }: { query: (typeof statements)[number] }) => void statements.push(query)
  await read(new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log }))
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const lines: string[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await client.query(`explain (costs off) ${sql}`, [...parameters])
      lines.push(...rows.map((row: { 'QUERY PLAN': string }) => row['QUERY PLAN']))
    }
    return lines.filter((line, at) => line.includes('Index Cond') && lines[at - 1]?.includes('traffic'))
  } finally {
    client.release(true)
  }
}

it.each([
  ['an overview', (db: Db) => suspectInstallations(db, 'org_1', { callsFrom, attemptsFrom, limit: 10 })],
  ['the health of an installation', (db: Db) => recentTraffic(db, 'ins_1', { callsFrom, attemptsFrom })],
])('%s looks at the newest slots alone, however many are kept', async (_, read) => {
  const conditions = await lookedUp(read)
  expect(conditions.length).toBeGreaterThan(0)
  for (const condition of conditions) expect(condition).toContain('slot >=')
})
