import { type OperationId, operations } from '@mkt/contract/api'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../../lib/log.ts'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld, type World } from '../../testing/world/world.ts'
import { parts } from './answered.ts'

/** Who asks has to be known. */
const spared = ['session', 'person', 'member', 'organization', 'api_key']
/** Facts about one release, or figures about everything an organization has: they are not whole without the damaged ones. */
const ofOneThing: OperationId[] = ['getReleaseTrust', 'getInstallationTrust', 'getOverview']
const exports: OperationId[] = ['exportAudit', 'exportAllAudit', 'exportActivity', 'exportPricing', 'getRegister']
const queries: Partial<Record<OperationId, string>> = { findPackages: '?name=left-pad' }
const names = new Set<string>(parts)

const error = vi.spyOn(silentLog, 'error')
const api = await testApi()
const { db } = api.platform
let world: World
const callers: string[] = []

/** Operations that answer lists of rows. */
const lists = (Object.keys(operations) as OperationId[]).filter((id) => {
  const { method, answer } = operations[id] as { method: string; answer: { schema?: z.ZodType } }
  if (method !== 'GET' || ofOneThing.includes(id) || !(answer.schema instanceof z.ZodObject)) return false
  return Object.entries(answer.schema.shape).some(
    ([name, part]) => !names.has(name) && part instanceof z.ZodArray && part.element instanceof z.ZodObject,
  )
})

const addressOf = (id: OperationId) => {
  const { path } = operations[id]
  const subject = world[path.split('/')[1] ?? ''] ?? 'none'
  return `/api/v1${path.replace(/\{(id|org)\}/, subject).replace(/\{\w+\}/g, '1')}${queries[id] ?? ''}`
}

/** Asks until somebody may. */
async function ask(url: string) {
  for (const authorization of callers) {
    const answer = await api.app.inject({ url, headers: { authorization } })
    if (![401, 403, 404].includes(answer.statusCode)) return answer
  }
  return undefined
}

/** Makes every stored time one that is no date, and every stored byte another one. */
async function damageEverything() {
  const columns = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.is_generated = 'NEVER'
      and c.data_type in ('timestamp with time zone', 'bytea')`.execute(db)
  await db.transaction().execute(async (trx) => {
    // The rows of the audit never change otherwise.
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { table, column, type } of columns.rows) {
      if (spared.includes(table)) continue
      const bad = type === 'bytea' ? sql.lit('\\xdeadbeef') : sql.lit('infinity')
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${bad}`.execute(trx)
    }
  })
}

beforeAll(async () => {
  const organization = await api.organization('acme')
  const owner = await api.person({ role: 'owner', organization })
  const operator = await api.person({ platformRole: 'operator' })
  const moderator = await api.person({ platformRole: 'moderator' })
  callers.push(owner.authorization, operator.authorization, moderator.authorization)
  world = await testWorld(api, organization, owner.id)
  queries.getInstallationsTraffic = `?ids=${world.installations}`
})

test('bad rows never fail a list, whatever the list', async () => {
  const faults = async () => {
    const found: string[] = []
    for (const id of lists) {
      const answer = await ask(addressOf(id))
      if (answer?.statusCode !== 200) found.push(`${id}: ${answer?.statusCode} ${answer?.body}`)
    }
    return found
  }
  expect(lists.length).toBeGreaterThan(40)
  expect(await faults()).toEqual([])
  await damageEverything()
  expect(await faults()).toEqual([])
  for (const id of exports) expect(await ask(addressOf(id)), id).toMatchObject({ statusCode: 200 })
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ operation: 'listCalls' }), expect.any(String))
})
