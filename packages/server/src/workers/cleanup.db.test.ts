import { limits } from '@mkt/contract/limits'
import { expect, it } from 'vitest'
import { newId } from '../lib/ids.ts'
import { createLog } from '../lib/log.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { startCleanup } from './cleanup.ts'
import { cleanupSteps } from './cleanup-steps.ts'

const { platform, clock, database } = await testPlatform()
const { pool } = database

/** One row just inside, one just outside of the time that its kind is kept. */
async function rows(kept: number, insert: (name: string, at: Date) => Promise<unknown>): Promise<void> {
  const now = clock.now().getTime()
  await insert('a-old', new Date(now - kept - 3_600_000))
  await insert('b-young', new Date(now - kept + 3_600_000))
}

const left = async (table: string, column: string) =>
  (await pool.query(`select ${column} as name from ${table} order by 1`)).rows.map(({ name }) => name)

it('the ledger, stopped instances and notifications go when their time is over, and not before', async () => {
  const client = await pool.connect()
  // Only the times matter here, not what the rows belong to.
  await client.query('set session_replication_role = replica')
  await rows(limits.ledgerKept.value, (id, at) =>
    client.query(
      'insert into ledger (installation_id, release_id, hour, reads, first_at, last_at) values ($1, $1, $2, 1, $2, $2)',
      [id, at],
    ),
  )
  const instance = (id: string, at: Date, state: string, forgotten: boolean) =>
    client.query(
      "insert into instance (id, deployment_id, generation, engine, state, since, forgotten, created_at) values ($1, 'd', 1, 'fake', $3, $2, $4, $2)",
      [id, at, state, forgotten],
    )
  await rows(limits.instancesKept.value, (id, at) => instance(id, at, 'STOPPED', true))
  await instance('c-running', new Date(0), 'HEALTHY', false)
  await instance('d-not-forgotten', new Date(0), 'STOPPED', false)
  await rows(limits.notificationsKept.value, (title, at) =>
    client.query(
      "insert into notification (id, person_id, kind, title, text, created_at) values ($1, 'p', 'k', $2, 't', $3)",
      [newId('ntf', at, platform.random), title, at],
    ),
  )
  client.release(true)
  const cleanup = startCleanup(cleanupSteps(platform, []), platform.log)
  await expect.poll(() => left('ledger', 'release_id')).toEqual(['b-young'])
  await expect.poll(() => left('instance', 'id')).toEqual(['b-young', 'c-running', 'd-not-forgotten'])
  await expect.poll(() => left('notification', 'title')).toEqual(['b-young'])
  await cleanup.stop()
})

it('a step that fails holds up no other, and the log names it', async () => {
  const lines: string[] = []
  const log = createLog({ destination: { write: (line: string) => void lines.push(line) } })
  const steps = cleanupSteps(platform, [])
  const cleaned: string[] = []
  const all = steps.map((step) => ({
    ...step,
    async clean(limit: number) {
      if (step === steps[0] || step.what === 'instances') throw new Error('no such table')
      cleaned.push(step.what)
      return step.clean(limit)
    },
  }))
  const cleanup = startCleanup(all, log)
  await expect.poll(() => lines.length).toBe(1)
  await cleanup.stop()
  expect(cleaned).toEqual(steps.map(({ what }) => what).filter((what) => what !== 'sessions' && what !== 'instances'))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    what: ['sessions', 'instances'],
    err: { message: 'no such table' },
  })
})
