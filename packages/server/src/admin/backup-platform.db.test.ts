import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { digestOf } from '@mkt/oci'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { finishUpload } from '../actions/image/finish-upload.ts'
import { openQuarantine } from '../actions/platform/quarantine.ts'
import { silentLog } from '../lib/log.ts'
import { rowCounts } from '../store/backup/restoration.ts'
import { createDatabase } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { createPool } from '../store/database/pool.ts'
import { diskBlobs } from '../store/image/disk-blobs.ts'
import { recordedHome } from '../store/platform/homes.ts'
import { run } from '../testing/database/cluster.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { testS3 } from '../testing/images/s3-server.ts'
import { newId } from '../testing/platform/new-id.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { bareEnvironment } from '../testing/run/bare-environment.ts'

const program = join(import.meta.dirname, '../mkt-admin.ts')
const folder = mkdtempSync(join(tmpdir(), 'mkt-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const test = await testRegistry()
const { platform, database } = test
const server = await testS3()
const { listing } = await test.repository('acme', 'rater')
const digest = digestOf('an image')
const urlOf = (name: string) => database.connectionString.replace(database.address.database, name)

beforeAll(async () => {
  platform.blobs = diskBlobs(join(folder, 'registry'))
  const upload = newId('upl')
  await platform.blobs.append(upload, 0, [Buffer.from('an image')].values() as never, 8)
  await finishUpload(platform, { listing, upload: { place: upload }, digest, organizationBytes: 1_000_000 })
  await platform.vault.seal('org_1', 'somewhere', 'something')
  await openQuarantine(
    { db: platform.db, log: silentLog },
    { gatewayUrl: 'https://gateway.example.com', laptop: false },
  )
})

async function scratch(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await run({ ...database.address, database: 'postgres' }, `create database ${name}`)
  atEnd(() => run({ ...database.address, database: 'postgres' }, `drop database ${name} with (force)`))
  return name
}

async function admin(
  args: string[],
  more: Record<string, string> = {},
  meanwhile: (child: ChildProcess) => Promise<void> = async () => {},
) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...bareEnvironment(),
      MKT_DATA_DIR: folder,
      MKT_LOG_LEVEL: 'warn',
      DATABASE_URL: database.connectionString,
      MKT_MASTER_KEY: 'ab'.repeat(32),
      MKT_BLOBS_ENDPOINT: server.endpoint,
      MKT_BLOBS_REGION: server.region,
      MKT_BLOBS_PATH_STYLE: '1',
      AWS_ACCESS_KEY_ID: server.key,
      AWS_SECRET_ACCESS_KEY: server.key,
      ...more,
    },
  })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const closed = once(child, 'close') as Promise<[number]>
  await meanwhile(child)
  const [code] = await closed
  return { code, out: await out, err: await err }
}

it('a backup in a bucket becomes a platform in an empty place, in quarantine, with every row and blob', async () => {
  const archive = 's3://images/backups/first'
  const made = await admin(['backup', archive])
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toMatch(/tables with \d+ rows at migration \d+, and 1 blob\.\nIt needs the master key [0-9a-f]{16}/)
  expect((await admin(['backup', archive])).err).toMatch(/is not empty/)
  // An archive is checked without a database, which may be what was lost.
  const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
  expect((await admin(['verify', archive], away)).out).toMatch(/is whole/)

  const name = await scratch()
  const other = join(folder, 'other')
  const place = { DATABASE_URL: urlOf(name), MKT_DATA_DIR: other }
  const restored = await admin(['restore', archive], place)
  expect(restored).toMatchObject({ code: 0, err: '' })
  expect(restored.out).toMatch(/starts in quarantine/)
  const address = { ...database.address, database: name }
  expect(await rowCounts(address)).toEqual(await rowCounts(database.address))
  expect(await diskBlobs(join(other, 'registry')).size(digest)).toBe(8)
  expect((await admin(['verify'], place)).out).toMatch(/Everything is there/)

  const pool = createPool(address, { name: 'test', max: 2 }, silentLog)
  const db = createDatabase(pool)
  const quarantine = await openQuarantine(
    { db, log: silentLog },
    { gatewayUrl: 'https://gateway.example.com', laptop: false },
  )
  expect(quarantine.report?.differences).toEqual(['database'])
  await quarantine.close()
  expect((await recordedHome(db))?.gatewayUrl).toBe('https://gateway.example.com')
  // Constraints and triggers are as the migrations made them.
  await expect(pool.query("insert into blob_link (listing_id, digest) values ('lst_0', 'x')")).rejects.toThrow(
    /foreign key/,
  )
  await expect(pool.query("update audit set action = 'x'")).rejects.toThrow()
  await pool.end()

  expect((await admin(['restore', archive], place)).err).toMatch(/not empty/)
})

it('refuses a wrong master key before it writes, and says what would be gone', async () => {
  const archive = join(folder, 'keyed')
  expect((await admin(['backup', archive])).code).toBe(0)
  const name = await scratch()
  const place = { DATABASE_URL: urlOf(name), MKT_DATA_DIR: join(folder, 'keyless') }
  const refused = await admin(['restore', archive], { ...place, MKT_MASTER_KEY: 'cd'.repeat(32) })
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(/Nothing was written[\s\S]*keys that sign x-MKT-key[\s\S]*--without-key/)
  expect((await rowCounts({ ...database.address, database: name })).size).toBe(0)
})

it('an archive that is damaged or not finished passes no check', async () => {
  const archive = join(folder, 'damaged')
  expect((await admin(['backup', '--without-blobs', archive])).code).toBe(0)
  expect(readdirSync(archive).sort()).toEqual(['manifest.json', 'tables'])
  writeFileSync(join(archive, 'tables/listing.copy.gz'), 'x')
  expect((await admin(['verify', archive])).err).toMatch(/tables\/listing\.copy\.gz/)
  // As a killed backup leaves it.
  rmSync(join(archive, 'manifest.json'))
  for (const command of ['verify', 'restore', 'drill'])
    expect((await admin([command, archive])).err).toMatch(/holds no finished backup/)
})

it('a restore that was broken off is known by every start, and can be made again', async () => {
  const archive = join(folder, 'again')
  expect((await admin(['backup', archive])).code).toBe(0)
  const name = await scratch()
  const address = { ...database.address, database: name }
  // As a killed restore leaves it: the mark, and some of the schema.
  await run(address, 'create table mkt_restore (archive text not null, begun_at timestamptz not null default now())')
  await expect(migrate(address, silentLog)).rejects.toThrow(/begun and not finished/)
  const place = { DATABASE_URL: urlOf(name), MKT_DATA_DIR: join(folder, 'halves') }
  expect((await admin(['restore', archive], place)).err).toMatch(/--again/)
  expect((await admin(['backup', join(folder, 'half')], place)).err).toMatch(/^A restore into this database was begun/)
  // Bytes of the right number that are not the blob.
  const blob = join(folder, 'halves/registry/blobs/sha256', digest.slice(7, 9), digest.slice(7))
  mkdirSync(dirname(blob), { recursive: true })
  writeFileSync(blob, 'an im@ge')
  expect(await admin(['restore', '--again', archive], place)).toMatchObject({ code: 0, err: '' })
  expect(await rowCounts(address)).toEqual(await rowCounts(database.address))
  expect(await migrate(address, silentLog)).toBe(0)
  expect(readFileSync(blob, 'utf8')).toBe('an image')
})

it('a backup that lacks bytes of an image ends with 1, and so does the check of it', async () => {
  const archive = join(folder, 'lacking')
  const bytes = join(folder, 'registry/blobs/sha256', digest.slice(7, 9), digest.slice(7))
  writeFileSync(bytes, 'an im@ge')
  const made = await admin(['backup', archive])
  writeFileSync(bytes, 'an image')
  for (const ended of [made, await admin(['verify', archive])]) {
    expect([ended.code, ended.err]).toEqual([1, ''])
    expect(ended.out).toContain(`${digest} was missing or damaged`)
  }
})

it('a drill that is asked to end removes its scratch database, and one that was killed leaves it to the next', async () => {
  const archive = join(folder, 'ended')
  expect((await admin(['backup', '--without-blobs', archive])).code).toBe(0)
  const left = `mkt_drill_${randomBytes(6).toString('hex')}`
  await run({ ...database.address, database: 'postgres' }, `create database ${left}`)
  const scratches = async () =>
    (await database.pool.query("select datname from pg_database where datname like 'mkt_drill_%'")).rows
  const ended = await admin(['drill', archive], {}, async (child) => {
    await expect
      .poll(async () => (await scratches()).map(({ datname }) => datname !== left), { interval: 5 })
      .toEqual([true])
    child.kill('SIGTERM')
  })
  expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(/^The drill was ended/) })
  expect(await scratches()).toEqual([])
})

it('a drill restores into a scratch place, compares and leaves nothing', async () => {
  const archive = join(folder, 'drilled')
  expect((await admin(['backup', archive])).code).toBe(0)
  const drilled = await admin(['drill', archive])
  expect(drilled).toMatchObject({ code: 0, err: '' })
  expect(drilled.out).toMatch(/can be restored: \d+ tables[\s\S]*Since then 0 tables/)
  const { rows } = await database.pool.query("select 1 from pg_database where datname like 'mkt_drill_%'")
  expect(rows).toEqual([])
  expect(existsSync(join(folder, 'registry/uploads'))).toBe(true)
})
