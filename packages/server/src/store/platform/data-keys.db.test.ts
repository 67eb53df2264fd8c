import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { parseMasterKeys } from '../../lib/master-keys.ts'
import { createVault } from '../../lib/seal.ts'
import { Secret } from '../../lib/secret.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { storedDataKeys } from './data-keys.ts'

const { db, pool } = await testDatabase()
const masterKeys = parseMasterKeys(randomBytes(32).toString('hex'))
const PLANTED = 'planted-4f1c77-secret'

test('processes that need a key of one owner at the same time end up with the same one', async () => {
  const vaults = [1, 2, 3, 4].map(() => createVault({ dataKeys: storedDataKeys(db), masterKeys, clock: systemClock }))
  const sealed = await Promise.all(vaults.map((vault) => vault.seal('org_race', 'row', 'text')))
  for (const value of sealed) expect((await vaults[0]?.open('org_race', 'row', value))?.toString()).toBe('text')
  const rows = await db.selectFrom('data_key').select('id').where('organization_id', '=', 'org_race').execute()
  expect(rows).toHaveLength(1)
})

test('rotation of the master key rewraps every data key', async () => {
  const newer = parseMasterKeys(randomBytes(32).toString('hex'))
  const sealed = await createVault({ dataKeys: storedDataKeys(db), masterKeys, clock: systemClock }).seal(
    'org_rotate',
    'row',
    'text',
  )
  const both = createVault({ dataKeys: storedDataKeys(db), masterKeys: [...newer, ...masterKeys], clock: systemClock })
  expect(await both.rewrap()).toBeGreaterThan(0)
  const onlyNewer = createVault({ dataKeys: storedDataKeys(db), masterKeys: newer, clock: systemClock })
  expect((await onlyNewer.open('org_rotate', 'row', sealed)).toString()).toBe('text')
  await createVault({
    dataKeys: storedDataKeys(db),
    masterKeys: [...masterKeys, ...newer],
    clock: systemClock,
  }).rewrap()
})

test('a planted secret is found neither in any column of the database nor in the log', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'debug', destination: { write: (line: string) => void lines.push(line) } })
  const vault = createVault({ dataKeys: storedDataKeys(db), masterKeys, clock: systemClock })
  const secret = new Secret(PLANTED)
  const sealed = await vault.seal('org_plant', 'fact', secret.reveal())
  await db
    .insertInto('idempotency')
    .values({ caller: 'c', key: 'k', fingerprint: 'f', body: sealed, headers: null })
    .execute()
  log.info({ secret, sealed: sealed.toString('latin1') }, 'stored')
  await vault.open('org_plant', 'another row', sealed).catch((error) => log.error({ error }, 'refused'))
  expect(await scanDatabase(pool, PLANTED)).toEqual([])
  expect(lines.join('')).not.toContain(PLANTED)
})

test('the scan does find what is stored in the open', async () => {
  await db
    .insertInto('platform_fact')
    .values({ name: 'open', value: JSON.stringify(PLANTED) })
    .execute()
  await db
    .insertInto('idempotency')
    .values({ caller: 'c', key: 'open', fingerprint: 'f', body: Buffer.from(PLANTED), headers: null })
    .execute()
  expect(await scanDatabase(pool, PLANTED)).toEqual(['idempotency.body', 'platform_fact.value'])
})
