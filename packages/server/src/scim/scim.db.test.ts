import { beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../actions/accounts/create-api-key.ts'
import { createApiServer } from '../api/http/server.ts'
import { streamRoutes } from '../api/platform/stream.ts'
import { createStrangers, type LookUp } from '../lib/sharing/strangers.ts'
import type { Organization } from '../store/accounts/organizations.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../testing/identity/identity-provider.ts'
import { withSecondFactor } from '../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../testing/platform/api.ts'
import { createDirectories, type Directories } from './identify-directory.ts'
import { registerScim } from './register-scim.ts'

let api: TestApi
let acme: Organization
let owner: Awaited<ReturnType<typeof withSecondFactor>>
let idp: TestIdentityProvider
let token: string
const params = { org: 'acme' }

/** A domain the organization has shown to be its own. */
async function ownDomain(organization: Organization, domain: string) {
  const verified_at = api.clock.now()
  const row = { id: `dom_${domain}`, organization_id: organization.id, domain, token: '', verified_at }
  await api.platform.db.insertInto('sso_domain').values(row).execute()
}

beforeAll(async () => {
  api = await testApi()
  await registerScim(api.app, api.platform)
  api.platform.policy.allowAddresses = ['127.0.0.1']
  acme = await api.organization('acme')
  owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: acme }))
  await ownDomain(acme, 'acme.example')
  idp = await startIdentityProvider({ redirectUri: 'http://127.0.0.1:7070/sso/callback' })
  const groupRoles = [
    { group: 'mkt-devs', role: 'developer' as const },
    { group: 'object-id-of-admins', role: 'admin' as const },
  ]
  const settings = { issuer: idp.issuer, clientId: 'mkt', clientSecret: 'the client secret', groupRoles }
  await owner.client.putSso({ params, body: settings })
  token = (await owner.client.createScimToken({ params })).token
})

async function scim(method: string, path: string, payload?: object, options: { token?: string; org?: string } = {}) {
  const answer = await api.app.inject({
    method: method as 'GET',
    url: `/scim/v2/${options.org ?? acme.id}${path}`,
    headers: {
      authorization: `Bearer ${options.token ?? token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
}

let users = 0
/** A user as Entra creates one. */
async function provision(more: object = {}) {
  users += 1
  const userName = `user${users}@acme.example`
  const created = await scim('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    externalId: `object-${users}`,
    userName,
    active: true,
    displayName: `User ${users}`,
    emails: [{ primary: true, type: 'work', value: userName }],
    ...more,
  })
  expect(created).toMatchObject({ status: 201 })
  return { id: created.body.id as string, userName, resource: created.body }
}
const memberOf = async (userName: string) => {
  const [found] = (await owner.client.listMembers({ params, query: { q: userName } })).items
  return found === undefined ? undefined : { personId: found.person.id, role: found.role, ...found.person }
}
const patch = (id: string, ...Operations: object[]) => scim('PATCH', id, { schemas: [], Operations })

async function signInBySso(claims: { sub: string; [claim: string]: unknown }) {
  idp.claims = claims
  const begun = await api.app.inject({ method: 'POST', url: '/api/v1/session/sso', payload: { organization: 'acme' } })
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const query = await idp.signIn(begun.json().url)
  const url = '/api/v1/session/sso/callback'
  return (await api.app.inject({ method: 'POST', url, payload: { query }, headers: { cookie } })).json()
}

it.each(['Users', 'Groups'])('%s: one bad row never fails the list', async (kind) => {
  const { id: userId } = await provision()
  const group = { displayName: 'with a user', members: [{ value: userId }] }
  const id = kind === 'Users' ? userId : ((await scim('POST', '/Groups', group)).body.id as string)
  const { db } = api.platform
  const set = (created_at: Date) =>
    kind === 'Users'
      ? db.updateTable('scim_user').set({ created_at }).where('id', '=', id).execute()
      : db.updateTable('scim_group').set({ created_at }).where('id', '=', id).execute()
  const listed = async () => {
    const { status, body } = await scim('GET', `/${kind}?count=200`)
    expect(status).toBe(200)
    return body.Resources.map((resource: { id: string }) => resource.id) as string[]
  }
  const sound = await listed()
  expect(sound).toContain(id)
  await set('infinity' as never)
  expect(await listed()).toEqual(sound.filter((other) => other !== id))
  await set(new Date())
})

describe('a directory', () => {
  it('provisions members: looks for them, creates, reads and lists them', async () => {
    const missing = await scim('GET', '/Users?filter=userName%20eq%20%22nobody%40acme.example%22')
    expect(missing).toMatchObject({ status: 200, body: { totalResults: 0, Resources: [] } })
    const { id, userName, resource } = await provision()
    expect(resource).toMatchObject({ id, userName, active: true, meta: { resourceType: 'User' } })
    expect(await memberOf(userName)).toMatchObject({ email: userName, role: 'viewer' })
    const found = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName.toUpperCase()}"`)}`)
    expect(found.body.Resources).toMatchObject([{ id }])
    expect(found.headers['content-type']).toContain('application/scim+json')
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(resource)
    expect((await scim('GET', '/Users?startIndex=1&count=2')).body.itemsPerPage).toBeLessThanOrEqual(2)
    expect(await scim('POST', '/Users', { userName })).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
    for (const name of ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'])
      expect(await scim('GET', `/${name}`)).toMatchObject({ status: 200 })
  })

  it('finds a name in whatever case, with letters too that change their length in another', async () => {
    const displayName = 'İstanbul ŉ ﬃ'
    expect(await scim('POST', '/Groups', { displayName })).toMatchObject({ status: 201 })
    expect(await scim('POST', '/Groups', { displayName })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    })
    const filter = (name: string) => encodeURIComponent(`${name} eq "${displayName}"`)
    expect((await scim('GET', `/Groups?filter=${filter('displayName')}`)).body.totalResults).toBe(1)
    await provision({ displayName })
    expect((await scim('GET', `/Users?filter=${filter('displayName')}`)).body.totalResults).toBe(1)
  })

  it('gives nobody in whose domain the organization has not proved', async () => {
    const user = { userName: 'ceo@other.example', active: true }
    expect(await scim('POST', '/Users', user)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  })

  it('gives roles by groups, by name or by the id the directory has for them', async () => {
    const one = await provision()
    const group = await scim('POST', '/Groups', {
      displayName: 'mkt-devs',
      externalId: 'object-id-of-devs',
      members: [{ value: one.id }, { value: 'scu_unknown' }],
    })
    expect(group).toMatchObject({ status: 201, body: { members: [{ value: one.id }] } })
    expect(await memberOf(one.userName)).toMatchObject({ role: 'developer' })
    const { id } = (await scim('POST', '/Groups', { displayName: 'Admins', externalId: 'object-id-of-admins' })).body
    await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ $ref: null, value: one.id }] })
    expect(await memberOf(one.userName)).toMatchObject({ role: 'admin' })
    await patch(`/Groups/${id}`, { op: 'Remove', path: `members[value eq "${one.id}"]` })
    expect(await memberOf(one.userName)).toMatchObject({ role: 'developer' })
    await patch(`/Groups/${group.body.id}`, { op: 'replace', value: { displayName: 'other name' } })
    expect(await memberOf(one.userName)).toMatchObject({ role: 'viewer' })
    const without = await scim('GET', `/Groups/${group.body.id}?excludedAttributes=members`)
    expect(without.body).not.toHaveProperty('members')
    expect(await scim('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204 })
  })

  it('refuses the SCIM token of another organization, and what others have is not there', async () => {
    const other = await api.organization('other')
    const person = await api.person({ role: 'owner', organization: other })
    const theirs = (await api.as(person.authorization).createScimToken({ params: { org: 'other' } })).token
    const { id } = await provision()
    expect(await scim('GET', '/Users', undefined, { token: theirs })).toMatchObject({ status: 401 })
    expect(await scim('GET', '/Users', undefined, { token: 'invented' })).toMatchObject({ status: 401 })
    const asOther = { token: theirs, org: other.id }
    expect(await scim('GET', `/Users/${id}`, undefined, asOther)).toMatchObject({ status: 404 })
    expect(await scim('DELETE', `/Users/${id}`, undefined, asOther)).toMatchObject({ status: 404 })
    const group = await scim('POST', '/Groups', { displayName: 'g', members: [{ value: id }] }, asOther)
    expect(group.body.members).toEqual([])
    const { token: renewed } = await api.as(person.authorization).createScimToken({ params: { org: 'other' } })
    expect(await scim('GET', '/Users', undefined, asOther)).toMatchObject({ status: 401 })
    expect(await scim('GET', '/Users', undefined, { ...asOther, token: renewed })).toMatchObject({ status: 200 })
  })

  it('refuses what it cannot read in the words of the protocol', async () => {
    const { id } = await provision()
    expect(await scim('GET', '/Users?filter=userName%20co%20%22a%22')).toMatchObject({
      status: 400,
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', scimType: 'invalidFilter' },
    })
    expect(await patch(`/Users/${id}`, { op: 'dance' })).toMatchObject({ status: 400 })
    expect(await scim('GET', '/Users/scu_none')).toMatchObject({ status: 404, body: { status: '404' } })
    const broken = await api.app.inject({
      method: 'POST',
      url: `/scim/v2/${acme.id}/Users`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      payload: '{',
    })
    expect(broken.statusCode).toBe(400)
  })

  const asking = (directories: Directories) => (text: string) =>
    directories.identify({ ip: '203.0.113.9', params: { org: acme.id }, headers: { authorization: text } } as never)

  it('counts invented tokens by the address they come from; a directory behind the same address goes on', async () => {
    const strangers = createStrangers({ wrong: 2, lateMs: 1 }, api.clock)
    const looked: string[] = []
    const counting = {
      ...strangers,
      look: <T>(party: string, shown: string, lookUp: LookUp<T>) => {
        looked.push(party)
        return strangers.look(party, shown, lookUp)
      },
    }
    const ask = asking(createDirectories({ ...api.platform, strangers: counting }))
    for (const invented of ['one', 'two', 'three', 'four'])
      await expect(ask(`Bearer ${invented}`)).rejects.toMatchObject({ status: 401 })
    expect(await ask(`Bearer ${token}`)).toBe(acme.id)
    expect(looked).toEqual(Array(5).fill('203.0.113.9'))
  })

  it('refuses a directory that asks too often, and says for how long', async () => {
    const ask = asking(createDirectories(api.platform, 2))
    for (let times = 0; times < 2; times += 1) expect(await ask(`Bearer ${token}`)).toBe(acme.id)
    await expect(ask(`Bearer ${token}`)).rejects.toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
  })
})

describe('a leaver', () => {
  it('loses membership, sessions, tokens and sign-ins in progress with one request; API keys go on and are named', async () => {
    const { id, userName } = await provision()
    const person = (await memberOf(userName))?.personId ?? ''
    const session = api.as(await api.session(person))
    expect((await session.getMe()).organizations).toHaveLength(1)
    const now = api.clock.now()
    const step = { token_hash: Buffer.from('x'), kind: 'tool' as const, person_id: person, data: '{}' }
    await api.platform.db
      .insertInto('sign_in_step')
      .values({ ...step, expires_at: now })
      .execute()
    const caller = { kind: 'person', personId: person, email: userName, sessionId: 'ses', memberships: [] } as never
    const origin = { caller, requestId: null, address: null, idempotencyKey: null }
    const { key, secret } = await createApiKey(
      api.platform,
      { organization: acme, name: 'ci', scopes: ['publish'] },
      origin,
    )
    expect(await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })).toMatchObject({
      status: 200,
      body: { active: false },
    })
    await expect(session.getMe()).rejects.toMatchObject({ status: 401 })
    expect(await memberOf(userName)).toBeUndefined()
    const steps = await api.platform.db
      .selectFrom('sign_in_step')
      .select('kind')
      .where('person_id', '=', person)
      .execute()
    expect(steps).toEqual([])
    const basic = `Basic ${Buffer.from(`${key.clientId}:${secret}`).toString('base64')}`
    await expect(api.as(basic).getMe()).resolves.toBeDefined()
    const audit = await owner.client.listAudit({ params, query: { action: 'member.remove' } })
    expect(audit.items[0]?.details).toMatchObject({ email: userName, by: 'scim', apiKeys: [key.clientId] })
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
    expect(await memberOf(userName)).toMatchObject({ role: 'viewer' })
  })

  it('cannot come in by the provider afterwards', async () => {
    const { id, userName } = await provision()
    const claims = { sub: `sub-${id}`, email: userName }
    expect(await signInBySso(claims)).toMatchObject({ outcome: 'signed-in' })
    await scim('PUT', `/Users/${id}`, { userName, active: false, emails: [{ value: userName }] })
    expect(await signInBySso(claims)).toMatchObject({ status: 403, code: 'account_disabled' })
    expect(await scim('DELETE', `/Users/${id}`)).toMatchObject({ status: 204 })
    expect(await scim('GET', `/Users/${id}`)).toMatchObject({ status: 404 })
  })

  it('cannot come in by the provider while the deactivation is being committed', async () => {
    const { id, userName } = await provision()
    const claims = { sub: `sub-${id}`, email: userName }
    expect(await signInBySso(claims)).toMatchObject({ outcome: 'signed-in' })
    const client = await api.database.pool.connect()
    await client.query('begin')
    await client.query('select from scim_directory for update')
    await client.query('update scim_user set active = false where id = $1', [id])
    const late = signInBySso(claims)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await api.database.pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(1)
    await client.query('commit')
    client.release()
    expect(await late).toMatchObject({ status: 403, code: 'account_disabled' })
  })

  it('hears nothing more on an open event stream', async () => {
    const { id, userName } = await provision()
    const person = (await memberOf(userName))?.personId ?? ''
    const authorization = await api.session(person)
    // It would not look by itself for an hour.
    const app = await createApiServer(api.platform, streamRoutes(api.platform, 3_600_000), {
      version: 'test',
      trustedProxies: [],
      anyOwnHost: false,
    })
    const origin = await app.listen({ host: '127.0.0.1', port: 0 })
    const stream = await fetch(`${origin}/api/v1/stream`, { headers: { authorization } })
    expect(stream.status).toBe(200)
    const ended = (async () => {
      const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
      for (;;) if ((await reader.read()).done) return 'ended'
    })()
    await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(await ended).toBe('ended')
    await app.close()
  })

  it('is never the owner', async () => {
    const organization = await api.organization('single')
    const boss = await api.person({ role: 'owner', organization })
    await ownDomain(organization, 'example.test')
    const { token: own } = await api.as(boss.authorization).createScimToken({ params: { org: 'single' } })
    const options = { token: own, org: organization.id }
    const { body } = await scim('POST', '/Users', { userName: boss.email }, options)
    const off = { Operations: [{ op: 'replace', path: 'active', value: false }] }
    expect(await scim('PATCH', `/Users/${body.id}`, off, options)).toMatchObject({ status: 409 })
    expect(await scim('DELETE', `/Users/${body.id}`, undefined, options)).toMatchObject({ status: 409 })
    expect((await api.as(boss.authorization).getMe()).organizations).toMatchObject([{ role: 'owner' }])
  })
})

it.each([
  ['GET', `/scim/v2/acme/Nonsense`],
  ['POST', `/scim/v2/acme/ServiceProviderConfig`],
  ['GET', '/scim/v2/acme'],
  ['GET', '/scim/v1/acme/Users'],
  ['GET', '/scim'],
] as const)('answers a path that is none as SCIM does: %s %s', async (method, url) => {
  for (const accept of ['application/scim+json', 'text/html']) {
    const answer = await api.app.inject({ method, url, headers: { accept, authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
    expect(answer.json()).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' })
  }
})

it('refuses a character that cannot be stored, wherever it stands', async () => {
  const invalid = { status: 400, body: { status: '400', scimType: 'invalidValue' } }
  expect(await scim('GET', '/Users/%00')).toMatchObject(invalid)
  expect(await scim('DELETE', '/Groups/a%00b')).toMatchObject(invalid)
  const filter = encodeURIComponent('userName eq "a\\u0000b"')
  expect(await scim('GET', `/Users?filter=${filter}`)).toMatchObject(invalid)
  const { body } = await scim('POST', '/Groups', { displayName: 'nul' })
  expect(await patch(`/Groups/${body.id}`, { op: 'remove', path: 'members[value eq "\0"]' })).toMatchObject(invalid)
})

describe('an account that a directory made', () => {
  it('belongs to the first who signs in with its provider, with the groups of the directory, and then to issuer and subject', async () => {
    const { id, userName } = await provision()
    await scim('POST', '/Groups', { displayName: 'mkt-devs', members: [{ value: id }] })
    const first = await signInBySso({ sub: 'newcomer', email: userName })
    expect(first).toMatchObject({ outcome: 'signed-in', session: { organizations: [{ role: 'developer' }] } })
    expect(await signInBySso({ sub: 'somebody-else', email: userName })).toMatchObject({ code: 'sso_link_required' })
  })

  it('is not taken over when it was a member’s before the directory listed it', async () => {
    const person = await withSecondFactor(api, await api.person({ role: 'viewer', organization: acme }))
    const email = 'veteran@acme.example'
    await api.platform.db.updateTable('person').set({ email }).where('id', '=', person.id).execute()
    const created = await scim('POST', '/Users', { userName: email })
    expect(created.status).toBe(201)
    expect(await memberOf(email)).toMatchObject({ personId: person.id })
    expect(await signInBySso({ sub: 'veteran', email })).toMatchObject({ code: 'sso_link_required' })
  })

  it('is called what the directory calls it, address included', async () => {
    const { id } = await provision()
    const { body } = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Renamed' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'renamed@acme.example' },
    )
    expect(body).toMatchObject({ displayName: 'Renamed' })
    expect(await memberOf('renamed@acme.example')).toMatchObject({ name: 'Renamed' })
  })
})
