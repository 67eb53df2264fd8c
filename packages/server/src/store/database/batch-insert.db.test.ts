import { expect, it } from 'vitest'
import { testDatabase } from '../../testing/database/database.ts'
import { batchInsert, text } from './batch-insert.ts'

const { pool } = await testDatabase()

const locators = {
  organization_id: text(() => 'org_1'),
  locator: text(({ locator }: { locator: string }) => locator),
  place: text(() => '01'),
  entry_id: text(() => 'evt_01'),
  installation_id: text(() => 'ins_1'),
  kind: text(() => 'policy'),
}
const kept = async () =>
  (await pool.query<{ locator: string }>('select locator from activity_locator order by locator')).rows

it('keeps each row of a batch, each value in its column', async () => {
  await batchInsert('activity_locator', locators)(pool, [{ locator: 'a' }, { locator: 'b' }])
  expect(await kept()).toEqual([{ locator: 'a' }, { locator: 'b' }])
})

it('leaves alone what is present where it is told to, and refuses it otherwise', async () => {
  const again = [{ locator: 'a' }, { locator: 'c' }]
  await expect(batchInsert('activity_locator', locators)(pool, again)).rejects.toThrow('duplicate key')
  await batchInsert('activity_locator', locators, { ifPresent: 'on conflict do nothing' })(pool, again)
  expect(await kept()).toEqual([{ locator: 'a' }, { locator: 'b' }, { locator: 'c' }])
})
