import type { QueryConfig } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Log, silentLog } from '../../lib/log.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { startSilentProxy } from '../../testing/http/silent-proxy.ts'
import { awaitDatabase } from './await-database.ts'
import { createPool } from './pool.ts'

const { address } = await testDatabase()
const proxy = await startSilentProxy(address)
afterAll(() => proxy.close())
const through = { ...address, host: '127.0.0.1', port: proxy.port }

test('a process that starts while the database is away waits, says so once, and goes on when it answers', async () => {
  const said: string[] = []
  const log = { ...silentLog, warn: (_: object, text: string) => said.push(text) } as unknown as Log
  let waits = 0
  const nobody = { ...address, host: '127.0.0.1', port: 1 }
  const place = { ...nobody }
  await awaitDatabase(place, log, async () => {
    waits += 1
    if (waits === 3) Object.assign(place, address)
  })
  expect([waits, said]).toEqual([3, [expect.stringMatching(/cannot be reached; this process waits/)]])
})

test('a wrong database ends the start at once', async () => {
  const wrong = { ...address, database: 'no_such_database' }
  await expect(awaitDatabase(wrong, silentLog)).rejects.toMatchObject({ code: '3D000' })
})

test('a connection that got no answer in time is not used again', async () => {
  const pool = createPool(through, { name: 'mkt test silence', max: 1 }, silentLog)
  await pool.query('select 1')
  proxy.silence()
  const client = await pool.connect()
  await expect(client.query({ text: 'select 1', query_timeout: 300 } as QueryConfig)).rejects.toThrow(
    'Query read timeout',
  )
  client.release()
  proxy.speak()
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await pool.end()
})
