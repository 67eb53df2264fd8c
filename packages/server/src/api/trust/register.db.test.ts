import { describe, expect, it } from 'vitest'
import { putEgressCounts } from '../../store/deployment/egress-counts.ts'
import { addFieldUses, pruneFieldUses } from '../../store/field/field-uses.ts'
import { insertTenantCalls } from '../../store/relay/tenant-calls.ts'
import { launchWorld } from '../../testing/world/launch-world.ts'

const world = await launchWorld()
const { platform, admin, customer } = world
const { db } = platform
const app = await world.listing(
  { platform: { egress: [{ host: 'api.vin.example', purpose: 'decodes' }], tenantAccess: 'read' } },
  'PUBLIC',
)
await db
  .updateTable('listing')
  .set({ data_sheet: JSON.stringify({ legalName: 'Acme Ltd' }) })
  .where('id', '=', app.id)
  .execute()
const launched = await admin.launchApp({
  params: { org: customer.name },
  body: { listingId: app.id, tenantId: world.tenantId } as never,
})
await world.reach(launched.id, 'RUNNING')
await db.updateTable('tenant').set({ relay: 'write' }).where('id', '=', world.tenantId).execute()
const now = platform.clock.now()
const day = now.toISOString().slice(0, 10)
const deployment = await db
  .selectFrom('deployment')
  .select('id')
  .where('release_id', '=', app.releaseId)
  .executeTakeFirstOrThrow()
const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000).toISOString()
const counts = { connections: 2, sentBytes: 10, receivedBytes: 20, refused: 0, lastRefusal: null }
await putEgressCounts(db, { id: 'i-1', deploymentId: deployment.id }, [
  { hour, host: 'api.vin.example', port: 443, ...counts },
  { hour, host: 'hooks.other.example', port: 443, ...counts },
])
const uses = { organizationId: customer.id, installationId: launched.id, releaseId: app.releaseId, day }
const field = (name: string, sent: number, changed: number) => ({ name, sent, changed, unread: 0 })
await addFieldUses(world.database.pool, { ...uses, fields: [field('vin', 3, 0), field('premium', 0, 2)] }, 500)

describe('what is known of an installation', () => {
  it('stands together: declared, observed, policy system, materials, signature, reviews', async () => {
    const call = {
      organizationId: customer.id,
      listingId: app.id,
      releaseId: app.releaseId,
      path: '/policy/1',
      code: null,
    }
    const sizes = { status: 200, durationMs: 1, requestSize: 0, answerSize: 0, requestId: 'r', traceId: 't' }
    await insertTenantCalls(world.database.pool, [
      { id: 'tc_1', installationId: launched.id, method: 'GET', at: now, ...call, ...sizes },
    ])
    const seen = await admin.getInstallationTrust({ params: { id: launched.id } })
    expect(seen).toMatchObject({
      listing: { id: app.id },
      publisher: { name: 'acme' },
      release: { id: app.releaseId },
      egress: {
        declared: [{ host: 'api.vin.example', purpose: 'decodes' }],
        observed: [
          { host: 'api.vin.example', declared: true, connections: 2 },
          { host: '(other customers)', declared: false },
        ],
      },
      policySystem: { asked: 'read', way: 'read', calls: { total: 1, writing: 0 } },
      fields: { sent: 1, changed: 1, overflow: false },
      materials: {
        packages: null,
        knowledge: 'unknown',
        dataAt: null,
        reason: expect.stringContaining('not been read'),
      },
      signatures: [],
    })
    const marks = Object.fromEntries(seen.dataSheet.map(({ line, mark }) => [line, mark]))
    expect(marks).toMatchObject({ legalName: 'declared', dpa: null, egress: 'observed', fields: 'observed' })
  })

  it('shows of a release what belongs to no customer', async () => {
    const trust = await admin.getReleaseTrust({ params: { id: app.releaseId } })
    expect(trust).toMatchObject({ policySystem: { asked: 'read', way: null, calls: null }, fields: null })
    expect(JSON.stringify(trust)).not.toContain('hooks.other.example')
  })
})

describe('the register of an organization', () => {
  const read = (headers: object, query = '') =>
    world.app.inject({ url: `/api/v1/organizations/${customer.name}/register${query}`, headers: headers as never })

  it('has every installation, as JSON', async () => {
    const register = await admin.getRegister({ params: { org: customer.name } })
    expect(register.organization.name).toBe(customer.name)
    expect(register.installations).toMatchObject([
      { installation: { id: launched.id, state: 'RUNNING' }, trust: { listing: { id: app.id } } },
    ])
    const publisher = await world.developer.getRegister({ params: { org: world.publisher.name } })
    expect(publisher.installations).toEqual([])
    await expect(world.developer.getRegister({ params: { org: customer.name } })).rejects.toMatchObject({ status: 404 })
  })

  it('is written row by row, one installation after the other, and complete', async () => {
    const row = await db.selectFrom('installation').selectAll().where('id', '=', launched.id).executeTakeFirstOrThrow()
    const copies = Array.from({ length: 450 }, (_, index) => `ins_zcopy${String(index).padStart(4, '0')}`)
    await db
      .insertInto('installation')
      .values(copies.map((id) => ({ ...row, id, name: id, route_id: id }) as never))
      .execute()
    try {
      const { installations } = await admin.getRegister({ params: { org: customer.name } })
      expect(installations.map(({ installation }) => installation.id).sort()).toEqual([launched.id, ...copies].sort())
      const { authorization } = await world.person({ role: 'viewer', organization: customer })
      expect((await read({ authorization }, '?format=csv')).body.trimEnd().split('\r\n')).toHaveLength(452)
    } finally {
      await db.deleteFrom('installation').where('id', 'in', copies).execute()
    }
  })

  it('is CSV where the query or the accept header asks for it', async () => {
    const { authorization } = await world.person({ role: 'viewer', organization: customer })
    for (const answer of [
      await read({ authorization }, '?format=csv'),
      await read({ authorization, accept: 'text/csv, application/json;q=0.5' }),
    ]) {
      expect(answer.headers['content-type']).toContain('text/csv')
      expect(answer.headers['content-disposition']).toContain('northwind-register.csv')
      expect(answer.body.split('\r\n')[1]).toContain(launched.id)
      expect(answer.body).toContain('not known')
    }
    const json = await read({ authorization, accept: 'text/csv' }, '?format=json')
    expect(json.headers['content-type']).toContain('application/json')
  })
})

describe('the field ledger', () => {
  const fields = (query = {}) => admin.listFields({ params: { id: launched.id }, query })

  it('lists names by day and release, and what was changed', async () => {
    const { items, overflow, unread } = await fields({ sort: 'name' })
    const release = { id: app.releaseId, version: '1.0.0' }
    expect(items).toEqual([
      { name: 'premium', day, release, sent: 0, changed: 2 },
      { name: 'vin', day, release, sent: 3, changed: 0 },
    ])
    expect([overflow, unread]).toEqual([{ sent: 0, changed: 0 }, 0])
    expect((await fields({ changed: 'true' })).items.map(({ name }) => name)).toEqual(['premium'])
    expect((await fields({ q: 'VI' })).items.map(({ name }) => name)).toEqual(['vin'])
    const page = await fields({ limit: 1, sort: 'name' })
    expect((await fields({ limit: 1, sort: 'name', cursor: page.next ?? '' })).items.map(({ name }) => name)).toEqual([
      'vin',
    ])
    expect((await fields({ to: '2020-01-01' })).items).toEqual([])
  })

  it('keeps a bounded number of names for a day and counts the others; old rows go', async () => {
    const more = Array.from({ length: 10 }, (_, index) => field(`more${index}`, 1, 0))
    await addFieldUses(world.database.pool, { ...uses, fields: [field('vin', 1, 0), ...more] }, 5)
    const { items, overflow } = await fields()
    expect([items.length, overflow.sent]).toEqual([5, 7])
    expect(items.find(({ name }) => name === 'vin')?.sent).toBe(4)
    await addFieldUses(world.database.pool, { ...uses, day: '2020-01-01', fields: [field('old', 1, 0)] }, 5)
    expect(await pruneFieldUses(db, new Date('2020-02-01'), 100)).toBe(1)
    expect((await fields()).items).toHaveLength(5)
  })
})
