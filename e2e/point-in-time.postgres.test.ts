import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Client, createClient } from '@mkt/contract/client'
import { freePort } from '@mkt/engines'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../packages/server/src/lib/log.ts'
import { createDatabase } from '../packages/server/src/store/database/database.ts'
import { createPool } from '../packages/server/src/store/database/pool.ts'
import { databaseIdentity } from '../packages/server/src/store/platform/homes.ts'
import { postgresNode } from './testing/postgres-node.ts'
import { createOperator, type ServerProcess, startServer, type Variables } from './testing/production.ts'

// The server of a platform archives its log by our program and is put back to a moment on an empty place, where the platform starts again.

const run = promisify(execFile)
const admin = resolve(import.meta.dirname, '../packages/server/src/mkt-admin.ts')
const [original, restored] = [postgresNode(), postgresNode()]
const place = mkdtempSync(join(tmpdir(), 'mkt-log-'))
const folder = mkdtempSync(join(tmpdir(), 'mkt-moment-'))
const platforms: ServerProcess[] = []
const programs = '/usr/lib/postgresql'
const email = 'you@example.com'

async function ask(node: typeof original, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ host: node.socket, user: 'mkt', database: 'mkt' })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, string>[]
  } finally {
    await client.end()
  }
}

const variables = (node: typeof original): Variables => ({
  DATABASE_URL: `postgresql://mkt:unused@/mkt?host=${encodeURIComponent(node.socket)}`,
  MKT_DATA_DIR: folder,
})
const mktAdminOn = async (node: typeof original, ...args: string[]) => {
  const bin = join(programs, readdirSync(programs).sort().at(0) ?? '', 'bin')
  const env = { PATH: `${bin}:${process.env.PATH}`, ...variables(node) }
  return (await run(process.execPath, [admin, ...args], { env })).stdout
}
const mktAdmin = (...args: string[]) => mktAdminOn(original, ...args)
/** A platform of the role api on a server; the folder with keys and images outlives both. */
async function startPlatform(node: typeof original): Promise<string> {
  const port = `${await freePort()}`
  const env = { NODE_ENV: 'production', ...variables(node), MKT_ROLES: 'api', MKT_API_PORT: port }
  const platform = await startServer(env)
  platforms.push(platform)
  expect(platform.child.exitCode, platform.output()).toBeNull()
  return `http://127.0.0.1:${port}`
}
async function signedIn(api: string, password: string): Promise<Client> {
  const { token } = await createClient({ baseUrl: api }).signIn({ body: { email, password } })
  return createClient({ baseUrl: api, authorization: () => `Bearer ${token}` })
}
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex')
/** An organization with an app, to whose repository these bytes were pushed. */
async function publish(api: string, operator: Client, org: string, content: string): Promise<void> {
  await operator.createOrganization({ body: { name: org } })
  const { clientId, apiKey } = await operator.createApiKey({
    params: { org },
    body: { name: 'key', scopes: ['publish'] },
  })
  const listing = { appName: 'app', title: 'App', variant: 'connected', about: 'a', requirements: 'r' } as const
  await operator.createListing({ params: { org }, body: listing })
  const pushed = await fetch(`${api}/v2/${org}/app/blobs/uploads/?digest=sha256:${digestOf(content)}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}` },
    body: content,
  })
  expect(pushed.status, await pushed.text()).toBe(201)
}
/** What PostgreSQL runs is run by the user who owns its data. */
function give(folder: string, like: string): void {
  const { uid, gid } = statSync(like)
  for (const entry of ['', ...readdirSync(folder, { recursive: true })])
    chownSync(join(folder, String(entry)), uid, gid)
}
const moment = async () =>
  (
    await ask(
      original,
      'select to_char(clock_timestamp() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as now',
    )
  )[0]?.now ?? ''

beforeAll(async () => {
  original.init()
  give(place, original.data)
  chmodSync(place, 0o755)
  const archive = `"${process.execPath}" "${admin}" log put "${place}" "%p" "%f"`
  await original.start(['archive_mode=on', `archive_command=${archive}`, 'wal_level=replica'])
  const client = new pg.Client({ host: original.socket, user: 'mkt', database: 'postgres' })
  await client.connect()
  await client.query('create database mkt')
  await client.end()
})
afterAll(async () => {
  for (const platform of platforms) await platform.stop()
  await original.remove()
  await restored.remove()
  for (const each of [place, folder]) rmSync(each, { recursive: true, force: true })
})

const identityOf = async (node: typeof original) => {
  const pool = createPool(
    { host: node.socket, port: 5432, user: 'mkt', database: 'mkt' },
    { name: 'test', max: 1 },
    silentLog,
  )
  return databaseIdentity(createDatabase(pool)).finally(() => pool.end())
}

it('a platform comes back as it was at a moment, without what came later, and is in quarantine as a copy', async () => {
  const api = await startPlatform(original)
  const password = await createOperator(variables(original), email)
  const operator = await signedIn(api, password)
  await publish(api, operator, 'before-the-copy', 'one')
  expect(await mktAdmin('base', 'backup', place)).toMatch(/base\/\d{14}-\w+\.tar/)
  await publish(api, operator, 'before-the-moment', 'two')
  const until = await moment()
  await publish(api, operator, 'after-the-moment', 'three')
  // The file that is over by this: the server may write into the next one at any moment by itself.
  const last = (await ask(original, 'select pg_walfile_name(pg_switch_wal()) as name'))[0]?.name ?? ''
  await expect.poll(() => readdirSync(join(place, 'log')).includes(last)).toBe(true)
  expect(await mktAdmin('base', 'verify', place)).toMatch(/holds 1 whole base backup/)
  const one = await identityOf(original)
  await platforms[0]?.stop()

  expect(await mktAdmin('base', 'restore', place, restored.data, '--until', until)).toMatch(/starts in quarantine/)
  give(restored.data, original.data)
  give(dirname(restored.socket), original.data)
  await restored.start(['archive_mode=off'])
  const recovering = () => ask(restored, 'select pg_is_in_recovery()::text as recovering').catch(() => [])
  await expect.poll(async () => (await recovering())[0]?.recovering).toBe('false')
  const other = await identityOf(restored)
  expect(other.system).toMatch(new RegExp(`^${one.system}/[0-9a-f]{16}$`))
  expect(other.oid).toBe(one.oid)

  const again = await startPlatform(restored)
  expect(await (await fetch(`${again}/readyz`)).json()).toMatchObject({ quarantine: { differences: ['database'] } })
  const back = await signedIn(again, password)
  const { organizations } = await back.getMe()
  expect(organizations.map(({ name }) => name).toSorted()).toEqual(['before-the-copy', 'before-the-moment'])
  const more = back.createApiKey({ params: { org: 'before-the-copy' }, body: { name: 'more', scopes: ['publish'] } })
  await expect(more).rejects.toMatchObject({ code: 'quarantined' })
  await platforms[1]?.stop()

  expect(await mktAdminOn(restored, 'verify')).toMatch(/Images: 2 blobs, 0 missing, 0 damaged.*Everything is there/s)
  // Blobs that were collected after the moment are gone, although the database names them again.
  const file = readdirSync(folder, { recursive: true })
    .map(String)
    .find((path) => path.endsWith(digestOf('two')))
  rmSync(join(folder, file ?? 'nowhere'))
  await expect(mktAdminOn(restored, 'verify')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`missing sha256:${digestOf('two')}`),
  })
})

it('says what cannot be reached, and refuses a log file of another server', async () => {
  const folder = join(place, 'elsewhere')
  const early = mktAdmin('base', 'restore', place, folder, '--until', '2020-01-01T00:00:00Z')
  await expect(early).rejects.toMatchObject({ stderr: expect.stringMatching(/no base backup from before that moment/) })
  const [name = ''] = readdirSync(join(place, 'log'))
  const facts = readdirSync(join(place, 'base')).find((file) => file.endsWith('.json')) ?? ''
  await mktAdmin('log', 'put', place, join(place, 'log', name), name)
  const foreign = mktAdmin('log', 'put', place, join(place, 'base', facts), name)
  await expect(foreign).rejects.toMatchObject({ stderr: expect.stringMatching(/another .* already/) })
  await expect(mktAdmin('log', 'get', place, 'F'.repeat(24), join(place, 'x'))).rejects.toMatchObject({ code: 1 })
  await expect(mktAdmin('log', 'get', place, name, join(place, 'no', 'folder'))).rejects.toMatchObject({ code: 255 })
})
