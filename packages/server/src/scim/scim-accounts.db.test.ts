import { beforeAll, describe, expect, it } from 'vitest'
import { insertMember, type Organization } from '../store/accounts/organizations.ts'
import { withSecondFactor } from '../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../testing/platform/api.ts'
import { registerScim } from './register-scim.ts'

let api: TestApi
let acme: Organization
let other: Organization
let owner: Awaited<ReturnType<TestApi['person']>>
let token: string

beforeAll(async () => {
  api = await testApi()
  await registerScim(api.app, api.platform)
  acme = await api.organization('acme')
  other = await api.organization('other')
  owner = await api.person({ role: 'owner', organization: acme })
  const domain = { id: 'dom_acme', organization_id: acme.id, domain: 'acme.example', token: '' }
  await api.platform.db
    .insertInto('sso_domain')
    .values({ ...domain, verified_at: api.clock.now() })
    .execute()
  token = (await api.as(owner.authorization).createScimToken({ params: { org: 'acme' } })).token
})

async function scim(method: 'POST' | 'PATCH', path: string, payload: object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' }
  const url = `/scim/v2/${acme.id}${path}`
  const answer = await api.app.inject({ method, url, headers, payload: JSON.stringify(payload) })
  return { status: answer.statusCode, body: answer.json() }
}
const patch = (id: string, ...Operations: object[]) => scim('PATCH', `/Users/${id}`, { Operations })
const renamed = (email: string) => [
  { op: 'replace', path: 'displayName', value: 'Renamed' },
  { op: 'replace', path: 'emails[type eq "work"].value', value: email },
]

async function join(organization: Organization, personId: string, role: 'admin' | 'viewer' = 'viewer') {
  await insertMember(api.platform.db, { organizationId: organization.id, personId, role, now: api.clock.now() })
}
const personAt = (email: string) =>
  api.platform.db
    .selectFrom('person')
    .select(['id', 'email', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
const giveAddress = (id: string, email: string) =>
  api.platform.db.updateTable('person').set({ email }).where('id', '=', id).execute()

describe('a directory that lists an address', () => {
  it('makes nobody a member who only signed up with it: nobody checked whose it is', async () => {
    const squatter = await withSecondFactor(api, await api.person())
    await giveAddress(squatter.id, 'newhire@acme.example')
    const refused = await scim('POST', '/Users', { userName: 'newhire@acme.example' })
    expect(refused).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    expect((await squatter.client.getMe()).organizations).toEqual([])
    await join(acme, squatter.id)
    expect(await scim('POST', '/Users', { userName: 'newhire@acme.example' })).toMatchObject({ status: 201 })
  })

  it('shuts a member out whom it lists as inactive from the start', async () => {
    const leaver = await api.person({ role: 'admin', organization: acme })
    await giveAddress(leaver.id, 'leaver@acme.example')
    const listed = await scim('POST', '/Users', { userName: 'leaver@acme.example', active: false })
    expect(listed).toMatchObject({ status: 201, body: { active: false } })
    await expect(api.as(leaver.authorization).getMe()).rejects.toMatchObject({ status: 401 })
    expect((await api.as(await api.session(leaver.id)).getMe()).organizations).toEqual([])
  })

  it('shuts out nobody who is no member, and never the owner', async () => {
    const stranger = await withSecondFactor(api, await api.person({ role: 'owner', organization: other }))
    await giveAddress(stranger.id, 'stranger@acme.example')
    const listed = await scim('POST', '/Users', { userName: 'stranger@acme.example', active: false })
    expect(listed).toMatchObject({ status: 201 })
    await expect(stranger.client.getMe()).resolves.toMatchObject({ organizations: [{ name: 'other' }] })
    await giveAddress(owner.id, 'owner@acme.example')
    const asked = await scim('POST', '/Users', { userName: 'owner@acme.example', active: false })
    expect(asked).toMatchObject({ status: 409 })
    await expect(api.as(owner.authorization).getMe()).resolves.toBeDefined()
  })
})

describe('an account that a directory made', () => {
  it('keeps its name and address once another organization relies on it', async () => {
    const email = 'ann@acme.example'
    const { id } = (await scim('POST', '/Users', { userName: email, displayName: 'Ann' })).body
    const ann = await personAt(email)
    await join(other, ann.id, 'admin')
    expect(await patch(id, ...renamed('eve@acme.example'))).toMatchObject({ status: 200 })
    expect(await personAt(email)).toEqual(ann)
  })

  it('keeps them once it has a role on the platform', async () => {
    const email = 'staff@acme.example'
    const { id } = (await scim('POST', '/Users', { userName: email, displayName: 'Staff' })).body
    const staff = await personAt(email)
    await api.platform.db.updateTable('person').set({ platform_role: 'operator' }).where('id', '=', staff.id).execute()
    expect(await patch(id, ...renamed('new-staff@acme.example'))).toMatchObject({ status: 200 })
    expect(await personAt(email)).toEqual(staff)
  })
})

describe('a leaver', () => {
  it('cannot come back by an invitation that they made before', async () => {
    const email = 'admin@acme.example'
    const { id } = (await scim('POST', '/Users', { userName: email })).body
    const { id: personId } = await personAt(email)
    await api.platform.db.updateTable('member').set({ role: 'admin' }).where('person_id', '=', personId).execute()
    const body = { email: 'backdoor@elsewhere.example', role: 'admin' as const }
    const invited = await api.as(await api.session(personId)).inviteMember({ params: { org: 'acme' }, body })
    const newcomer = await api.person()
    const asked = { params: { org: 'acme' }, body: { ...body, email: newcomer.email } }
    const kept = await api.as(owner.authorization).inviteMember(asked)
    await patch(id, { op: 'replace', path: 'active', value: false })
    const tokenOf = ({ link }: { link: string }) => link.split('#')[1] ?? ''
    const back = api.as(await api.session(personId))
    await expect(back.acceptInvitation({ body: { token: tokenOf(invited) } })).rejects.toMatchObject({
      code: 'link_invalid',
    })
    await expect(
      api.as(newcomer.authorization).acceptInvitation({ body: { token: tokenOf(kept) } }),
    ).resolves.toBeDefined()
  })
})
