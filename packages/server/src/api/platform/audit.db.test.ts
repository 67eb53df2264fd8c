import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { insertAudits } from '../../store/platform/audits.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'

let api: TestApi
let acme: Organization
let owner: { id: string; email: string; authorization: string }
const params = { org: 'acme' }

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  owner = await api.person({ role: 'owner', organization: acme })
})

const listing = (appName: string, authorization: string) => {
  api.clock.advance(1000)
  return api
    .as(authorization)
    .createListing({ params, body: { appName, title: appName, variant: 'connected', about: 'x', requirements: 'x' } })
}
const find = async (query: object) => (await api.as(owner.authorization).listAudit({ params, query })).items

describe('the audit', () => {
  it('tells who, with which credential, from where, what, to what, and by which request', async () => {
    const key = await api.key(acme, ['publish'])
    const made = await listing('by-key', key.authorization)
    const [row] = await find({ subject: made.id })
    expect(row).toMatchObject({
      action: 'listing.create',
      actor: { kind: 'key', id: key.id, label: key.clientId },
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^req_/),
      subject: { kind: 'listing', id: made.id },
      details: { name: 'acme/by-key', variant: 'connected' },
    })
    api.clock.advance(1000)
    await api.as(owner.authorization).publishListing({ params: { id: made.id } })
    expect((await find({ subject: made.id }))[0]).toMatchObject({
      actor: { kind: 'person', id: owner.id, label: owner.email },
      details: { from: null, to: 'DRAFT' },
    })
  })

  it('reads an action that had another name under the present one', async () => {
    await insertAudits(api.platform.db, [
      {
        id: newId('aud', api.clock.now()),
        at: api.clock.now(),
        organizationId: acme.id,
        actor: { kind: 'person', id: owner.id, label: owner.email },
        address: null,
        requestId: null,
        action: 'installation.record-not',
        subject: { kind: 'installation', id: 'ins_former' },
        details: {},
      },
    ])
    const [row] = await find({ action: 'installation.record-stop' })
    expect(row).toMatchObject({ action: 'installation.record-stop', subject: { id: 'ins_former' } })
  })

  it('calls each thing by the name it has now, in the list and in the export', async () => {
    const { id } = await listing('named', owner.authorization)
    await api.as(owner.authorization).changeListing({ params: { id }, body: { title: 'A later title' } })
    const colleague = await api.person({ role: 'developer', organization: acme })
    await api.as(owner.authorization).removeMember({ params: { ...params, person: colleague.id } })
    const now = { kind: 'listing', id, name: 'A later title' }
    expect((await find({ subject: id })).map(({ subject }) => subject)).toEqual([now, now])
    const url = `/api/v1/organizations/acme/audit/export?subject=${id}`
    const { body } = await api.app.inject({ url, headers: { authorization: owner.authorization } })
    expect(JSON.parse(body.split('\n')[0] ?? '').subject).toEqual(now)
    const [left] = await find({ action: 'member.remove' })
    expect(left).toMatchObject({ subject: { kind: 'person', id: colleague.id }, details: { email: colleague.email } })
    expect(left?.subject).not.toHaveProperty('name')
  })

  it('says by address who joined', async () => {
    const email = 'joins@example.test'
    const { link } = await api.as(owner.authorization).inviteMember({ params, body: { email, role: 'viewer' } })
    const invitation = link.split('#')[1]
    await api.as().signUp({ body: { email, name: 'Joins', password: 'long enough it is', invitation } })
    expect((await find({ action: 'member.join' }))[0]?.details).toEqual({ email, role: 'viewer' })
  })

  it('is filtered by action, actor, subject and time, and paged', async () => {
    api.clock.advance(1000)
    const before = api.clock.now().toISOString()
    const one = await listing('filter-one', owner.authorization)
    api.clock.advance(1000)
    const between = api.clock.now().toISOString()
    const two = await listing('filter-two', owner.authorization)
    const subjects = async (query: object) =>
      (await find({ action: 'listing.', ...query })).map((row) => row.subject.id)
    expect(await subjects({ from: before })).toEqual([two.id, one.id])
    expect(await subjects({ from: before, to: between })).toEqual([one.id])
    expect(await subjects({ from: between, actor: owner.email })).toEqual([two.id])
    expect(await subjects({ from: between, actor: owner.id })).toEqual([two.id])
    expect(await subjects({ from: between, actor: owner.email.slice(0, -4).toUpperCase() })).toEqual([two.id])
    expect(await subjects({ from: between, actor: 'somebody@example.test' })).toEqual([])
    expect(await subjects({ from: between, actor: '%' })).toEqual([])
    expect(await subjects({ subject: one.id })).toEqual([one.id])
    expect(await find({ action: '%' })).toEqual([])
    const first = await api.as(owner.authorization).listAudit({ params, query: { from: before, limit: 1 } })
    const next = await api
      .as(owner.authorization)
      .listAudit({ params, query: { from: before, limit: 1, cursor: first.next ?? undefined } })
    expect([first, next].flatMap((page) => page.items.map((row) => row.subject.id))).toEqual([two.id, one.id])
  })

  it('is exported whole, one JSON object a line, with the same filters', async () => {
    const url = '/api/v1/organizations/acme/audit/export?action=listing.'
    const answer = await api.app.inject({ url, headers: { authorization: owner.authorization } })
    expect(answer.headers['content-type']).toContain('application/x-ndjson')
    expect(answer.headers['content-disposition']).toContain('acme-audit.jsonl')
    const rows = answer.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toEqual(await find({ action: 'listing.', limit: 200 }))
    expect(rows.every((row) => row.action.startsWith('listing.'))).toBe(true)
  })

  it('is exported to no key, because it tells of members and keys', async () => {
    const key = await api.key(acme, ['publish', 'manage'])
    await expect(api.as(key.authorization).exportAudit({ params, query: {} })).rejects.toMatchObject({ status: 403 })
  })

  it('of the whole platform is exported for operators', async () => {
    const { authorization } = await api.person({ platformRole: 'operator' })
    const ask = (url: string, as: string) => api.app.inject({ url: `/api/v1${url}`, headers: { authorization: as } })
    const answer = await ask('/audit/export?action=listing.', authorization)
    const rows = (await api.as(authorization).listAllAudit({ query: { action: 'listing.', limit: 200 } })).items
    expect(answer.body).toBe(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    expect((await ask('/audit/export', owner.authorization)).statusCode).toBe(403)
  })

  it('of an organization is for its owner and admins and for operators; the whole one for operators', async () => {
    const other = await api.person({ role: 'owner', organization: await api.organization('other') })
    const developer = await api.person({ role: 'developer', organization: acme })
    const operator = await api.person({ platformRole: 'operator' })
    const ask = (authorization: string) => api.as(authorization).listAudit({ params, query: {} })
    await expect(ask(other.authorization)).rejects.toMatchObject({ status: 404 })
    await expect(ask(developer.authorization)).rejects.toMatchObject({ status: 403 })
    expect((await ask(operator.authorization)).items.length).toBeGreaterThan(0)
    await expect(api.as(owner.authorization).listAllAudit({ query: {} })).rejects.toMatchObject({ status: 403 })
    expect((await api.as(operator.authorization).listAllAudit({ query: {} })).items.length).toBeGreaterThan(0)
  })

  it('shows operators sign-ins, and the sessions that were ended', async () => {
    const operator = await api.person({ platformRole: 'operator' })
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'in@example.test', role: 'viewer' } })
    const password = 'long enough it is'
    const invitation = link.split('#')[1]
    await api.as().signUp({ body: { email: 'in@example.test', name: 'In', password, invitation } })
    const { token } = await api.as().signIn({ body: { email: 'in@example.test', password } })
    api.clock.advance(1)
    await api.as(`Bearer ${token}`).signOut()
    const { items } = await api
      .as(operator.authorization)
      .listAllAudit({ query: { actor: 'in@example.test', action: 'session.' } })
    expect(items.map((row) => row.action)).toEqual(['session.end', 'session.begin'])
  })

  it('can be neither changed nor removed', async () => {
    for (const statement of ["update audit set action = 'x'", 'delete from audit'])
      await expect(api.database.pool.query(statement)).rejects.toThrow(/never changed/)
  })
})
