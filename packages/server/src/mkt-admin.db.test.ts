import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { systemClock } from './lib/clock.ts'
import { parseMasterKeys } from './lib/master-keys.ts'
import { createVault } from './lib/seal.ts'
import { storedDataKeys } from './store/platform/data-keys.ts'
import { beatProcess } from './store/platform/processes.ts'
import { testDatabase } from './testing/database/database.ts'
import { bareEnvironment } from './testing/run/bare-environment.ts'

const program = join(import.meta.dirname, 'mkt-admin.ts')
const folder = mkdtempSync(join(tmpdir(), 'mkt-admin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const database = await testDatabase()
const address = database.address as { host: string; port: number; user: string; database: string }
const masterKey = 'cd'.repeat(32)
const planted = {
  DATABASE_URL: `postgres://${address.user}:planted-database-password@/${address.database}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
  MKT_MASTER_KEY: masterKey,
  MKT_SMTP_URL: 'smtp://mailer:planted-mail-password@127.0.0.1:1',
  MKT_METRICS_TOKEN: 'planted-metrics-token',
  MKT_BOOTSTRAP_PASSWORD: 'planted-bootstrap-password',
}
const secrets = [masterKey, ...Object.values(planted).flatMap((value) => value.match(/planted[\w-]*/g) ?? [])]

async function admin(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...bareEnvironment(), MKT_DATA_DIR: folder, MKT_ENGINE: 'docker', ...planted, ...more },
  })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: await out, err: await err }
}

it('finds out what a platform leans on and says what to do, without a secret', async () => {
  // A data key that was wrapped by a master key nobody configured.
  const masterKeys = parseMasterKeys('ef'.repeat(32))
  const vault = createVault({ dataKeys: storedDataKeys(database.db), masterKeys, clock: systemClock })
  await vault.seal('org_1', 'somewhere', 'something')
  const { code, out, err } = await admin(['doctor'])
  expect(err).toBe('')
  expect(out).toMatch(/✓ database version: PostgreSQL \d+/)
  expect(out).toMatch(/✓ clock: /)
  expect(out).toMatch(/! engine: No worker has opened an engine yet\.\n {4}Start a process with the role worker/)
  expect(out).toMatch(/✗ mail: The mail server does not take our sign-in \(\w+\)\.\n {4}Check MKT_SMTP_URL\./)
  expect(out).toMatch(/✗ master key: Data keys are wrapped with \S+, which is not configured/)
  expect(out).toMatch(/checks: \d+ failed, \d+ warnings\.\n$/)
  expect(code).toBe(1)
  for (const secret of secrets) expect(out).not.toContain(secret)
})

it('puts what helps into one archive in which no planted secret is found', async () => {
  await sql`insert into event (id, installation_id, organization_id, listing_id, path, query, size, received_at, state, due_at, body)
    values ('evt_1', 'ins_1', 'org_1', 'lst_1', '/', 'token=planted-in-a-query', 1, now(), 'DEAD', now(), 'planted-payload')`.execute(
    database.db,
  )
  await sql`insert into attempt (id, event_id, number, at, duration_ms, error, answer)
    values ('att_1', 'evt_1', 1, now(), 5, 'app_timeout: planted-by-an-app', 'planted-answer')`.execute(database.db)
  const lastErrors = [{ time: '2026-05-01T12:00:00Z', message: 'A call failed', code: 'E_ODD' }]
  await beatProcess(database.db, { id: 'prc_1', host: 'one', roles: ['api'], version: '1', report: { lastErrors } })
  const file = join(folder, 'support.tar.gz')
  const { code, out, err } = await admin(['support', file])
  expect(err).toBe('')
  expect(code).toBe(0)
  const list = spawnSync('tar', ['-tzf', file], { encoding: 'utf8' }).stdout.trim().split('\n')
  expect(list).toEqual(
    [
      'versions.json',
      'configuration.json',
      'health.json',
      'doctor.txt',
      'queue.json',
      'database.json',
      'errors.json',
    ].map((name) => `mkt-support/${name}`),
  )
  const all = spawnSync('tar', ['-xzOf', file], { encoding: 'utf8' }).stdout
  expect(all).toContain('"MKT_ENGINE": "docker"')
  expect(all).toContain('"DATABASE_URL": "[set]"')
  expect(all).toContain('"databaseBytes"')
  expect(all).not.toContain('notRead')
  expect(all).toContain('"outcome": "app_timeout"')
  expect(all).toContain('"message": "A call failed"')
  expect(all).not.toContain('planted-')
  for (const secret of secrets) expect(out + all).not.toContain(secret)
  expect((await admin(['support', file])).code).toBe(1)
})

it('a command uses the server that takes writes where the first one of several does not answer', async () => {
  const { host, port, user } = address
  const hosts = encodeURIComponent(`${folder}/nobody,${host}`)
  const several = `postgres://${user}@/${address.database}?host=${hosts}&port=${port},${port}`
  const { code, out, err } = await admin(['migrate', '--plan'], { DATABASE_URL: several })
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/migrations applied, none is missing/)
})
