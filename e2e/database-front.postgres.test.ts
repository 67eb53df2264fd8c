import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { awaitDatabase } from '../packages/server/src/store/database/await-database.ts'
import { createPool, relaxedPool } from '../packages/server/src/store/database/pool.ts'
import { makeCertificates, postgresNode } from './testing/postgres-node.ts'

// What may stand between the platform and PostgreSQL: TLS and a connection pooler.

const node = postgresNode()
const poolers: ChildProcess[] = []
let port: number
let authority: string

beforeAll(async () => {
  node.init()
  const made = makeCertificates(join(node.data, '..', 'tls'))
  authority = made.authority
  port = await freePort()
  const settings = ['listen_addresses=localhost', `port=${port}`, 'ssl=on']
  await node.start([...settings, `ssl_cert_file=${made.certificate}`, `ssl_key_file=${made.key}`], port)
})
afterAll(async () => {
  for (const pooler of poolers) {
    const gone = once(pooler, 'exit')
    pooler.kill('SIGINT')
    await gone
  }
  await node.remove()
})

it('TLS to the database is used and its certificate is checked', async () => {
  const url = `postgres://mkt@localhost:${port}/postgres?sslmode=verify-full`
  const pool = createPool({ connectionString: `${url}&sslrootcert=${authority}` }, { name: 'mkt tls' }, silentLog)
  const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  expect(rows).toEqual([{ ssl: true }])
  await pool.end()
  await expect(awaitDatabase({ connectionString: url }, silentLog)).rejects.toThrow(/certificate|self.signed/)
})

async function pooler(mode: string, ignore: string): Promise<string> {
  const own = await freePort()
  const file = join(node.data, '..', `${mode}-${own}.ini`)
  writeFileSync(
    file,
    `[databases]
postgres = host=${node.socket} port=${port} user=mkt
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = ${ignore}
`,
  )
  poolers.push(node.spawn('/usr/sbin/pgbouncer', [file]))
  await expect.poll(() => isOpen(own)).toBe(true)
  return `postgres://mkt@127.0.0.1:${own}/postgres`
}

function isOpen(own: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(own, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}

const timeouts = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout'

it.each([
  ['that ignores the time-outs of a session', timeouts],
  ['that refuses them', 'extra_float_digits'],
])('a pooler in transaction mode %s is refused at the start, with what to do', async (_, ignore) => {
  const connectionString = await pooler('transaction', ignore)
  await expect(awaitDatabase({ connectionString }, silentLog)).rejects.toThrow(/transaction mode.*session mode/)
})

it('a pooler in session mode works, and sessions behind it have the settings that they need', async () => {
  const connectionString = await pooler('session', timeouts)
  await awaitDatabase({ connectionString }, silentLog)
  const pool = createPool({ connectionString }, { name: 'mkt' }, silentLog)
  const relaxed = relaxedPool(pool, silentLog)
  const settings = `select current_setting('jit') as jit, current_setting('synchronous_commit') as commit,
    current_setting('enable_seqscan') as reads`
  expect((await pool.query({ name: 'settings', text: settings })).rows).toEqual([
    { jit: 'off', commit: 'on', reads: 'on' },
  ])
  expect((await relaxed.query({ name: 'settings', text: settings })).rows).toEqual([
    { jit: 'off', commit: 'off', reads: 'off' },
  ])
  await relaxed.end()
  await pool.end()
})
