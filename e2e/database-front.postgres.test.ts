import { type ChildProcess, execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@mkt/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { awaitDatabase } from '../packages/server/src/store/database/await-database.ts'
import { createPool, relaxedPool } from '../packages/server/src/store/database/pool.ts'
import { type Certificates, makeCertificates } from './testing/certificates.ts'
import { postgresNode } from './testing/postgres-node.ts'
import { type ServerProcess, startServer, type Variables } from './testing/production.ts'
import { root } from './testing/root.ts'

// What may stand between the platform and PostgreSQL: TLS, with certificates of both sides, and a connection pooler.

const node = postgresNode()
const poolers: ChildProcess[] = []
let port: number
let certificates: Certificates

beforeAll(async () => {
  node.init()
  certificates = makeCertificates(join(node.data, '..', 'tls'))
  const { authority, certificate, key } = certificates
  // Who connects to the database `mkt`, or copies the server, shows a certificate of its name.
  const rules = join(node.data, 'pg_hba.conf')
  const demanding = ['mkt', 'replication'].map(
    (what) => `hostssl ${what} all all cert\nhostnossl ${what} all all reject`,
  )
  writeFileSync(rules, [...demanding, readFileSync(rules, 'utf8')].join('\n'))
  port = await freePort()
  const settings = ['listen_addresses=localhost', `port=${port}`, 'ssl=on', `ssl_ca_file=${authority}`]
  await node.start([...settings, `ssl_cert_file=${certificate}`, `ssl_key_file=${key}`], port)
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
  const pool = createPool(
    { connectionString: `${url}&sslrootcert=${certificates.authority}` },
    { name: 'mkt tls' },
    silentLog,
  )
  const { rows } = await pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
  expect(rows).toEqual([{ ssl: true }])
  await pool.end()
  await expect(awaitDatabase({ connectionString: url }, silentLog)).rejects.toThrow(/certificate|self.signed/)
})

describe('a server that demands certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-certificates-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  /** The first server is away. */
  const addressed = async () => `postgres://mkt@localhost:${await freePort()},localhost:${port}/mkt`
  const shown = (): Variables => ({
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: certificates.authority,
    PGSSLCERT: certificates.client.certificate,
    PGSSLKEY: certificates.client.key,
  })

  it.each([
    ['without one', 'sslcert', undefined, /valid client certificate/],
    ['with a file that is not there', 'sslcert', '/nowhere/client.pem', /^\/nowhere\/client\.pem cannot be read/],
  ])('refuses who comes %s, and the start says so', async (_, name, value, reason) => {
    const { PGSSLMODE: sslmode = '', PGSSLROOTCERT: sslrootcert = '' } = shown()
    const parameters = new URLSearchParams({ sslmode, sslrootcert, ...(value === undefined ? {} : { [name]: value }) })
    const connectionString = `postgres://mkt@localhost:${port}/mkt?${parameters}`
    await expect(awaitDatabase({ connectionString }, silentLog)).rejects.toThrow(reason)
  })

  describe('asked by a platform with all roles, of two servers one of which is away', () => {
    /** The guide counts these, one for the change feed, and six for the role worker. */
    const OWN = 4
    const BUDGET = OWN + 1 + 6
    let server: ServerProcess
    let pool: ReturnType<typeof createPool>
    let env: Variables
    beforeAll(async () => {
      const socket = encodeURIComponent(node.socket)
      const inside = (database: string) =>
        createPool(
          { connectionString: `postgresql://mkt@/${database}?host=${socket}&port=${port}` },
          { name: 'test' },
          silentLog,
        )
      const first = inside('postgres')
      await first.query('create database mkt')
      await first.end()
      pool = inside('mkt')
      const ports = ['API', 'GATEWAY', 'STATE', 'RELAY', 'OTLP', 'TUNNEL'].map(async (name) => [
        `MKT_${name}_PORT`,
        `${await freePort()}`,
      ])
      env = {
        NODE_ENV: 'production',
        DATABASE_URL: await addressed(),
        MKT_DATABASE_CONNECTIONS: `${OWN}`,
        MKT_DATA_DIR: folder,
        MKT_MASTER_KEY: 'ab'.repeat(32),
        MKT_ENGINE: 'sandbox',
        MKT_SANDBOX_TRUSTED: '1',
        ...shown(),
        ...Object.fromEntries(await Promise.all(ports)),
      }
      server = await startServer(env)
    })
    afterAll(async () => {
      await server?.stop()
      await pool?.end()
    })

    const connections = async () => {
      const { rows } = await pool.query<{ name: string; shown: string | null }>(
        `select application_name as name, client_dn as shown from pg_stat_activity join pg_stat_ssl using (pid)
          where datname = current_database() and backend_type = 'client backend' and application_name <> 'test'`,
      )
      return rows
    }

    it('gets one on every connection, and from the commands of operators', async () => {
      expect(server.child.exitCode, server.output()).toBeNull()
      const rows = await connections()
      expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(['mkt', 'mkt changes']))
      expect(new Set(rows.map(({ shown }) => shown))).toEqual(new Set(['/CN=mkt']))
      const bin = join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(0) ?? '', 'bin')
      const admin = async (...args: string[]) => {
        const own = { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}` }
        const program = join(root, 'packages/server/src/mkt-admin.ts')
        return (await promisify(execFile)(process.execPath, [program, ...args], { env: own })).stdout
      }
      expect(await admin('migrate', '--plan')).toMatch(/none is missing/)
      expect(await admin('backup', join(folder, 'backup'))).toMatch(/backup/)
      expect(await admin('base', 'backup', join(folder, 'base'))).toMatch(/holds base/)
    })

    it('has no more connections than the guide counts, however much is asked of it', async () => {
      const ask = async () => {
        const headers = { authorization: 'Bearer nobody' }
        const answer = await fetch(`http://127.0.0.1:${env.MKT_API_PORT}/api/v1/listings`, { headers })
        await answer.arrayBuffer()
      }
      const counts: number[] = []
      let asking = true
      const counting = (async () => {
        while (asking) counts.push((await connections()).length)
      })()
      try {
        for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 60 }, ask))
      } finally {
        asking = false
        await counting
      }
      expect(counts.length).toBeGreaterThan(5)
      expect(Math.max(...counts)).toBeGreaterThan(OWN)
      expect(Math.max(...counts)).toBeLessThanOrEqual(BUDGET)
    })
  })
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
