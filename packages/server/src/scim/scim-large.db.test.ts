import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../testing/platform/api.ts'
import { registerScim } from './register-scim.ts'

const PEOPLE = 5_000

let api: TestApi
let acme: Organization
let token: string
/** Ids of users, in order. */
let users: string[]

beforeAll(async () => {
  api = await testApi()
  await registerScim(api.app, api.platform)
  acme = await api.organization('acme')
  const owner = await api.person({ role: 'owner', organization: acme })
  const client = api.as(owner.authorization)
  await client.putSso({
    params: { org: 'acme' },
    body: { issuer: 'https://login.example', clientId: 'mkt', groupRoles: [{ group: 'devs', role: 'developer' }] },
  })
  token = (await client.createScimToken({ params: { org: 'acme' } })).token
  const { db } = api.platform
  await sql`insert into person (id, email, name) select 'per_' || n, n || '@acme.example', 'P' from generate_series(1, ${sql.lit(PEOPLE)}) n`.execute(
    db,
  )
  await sql`insert into member (organization_id, person_id, role)
    select ${acme.id}, id, 'viewer' from person where id like 'per\\__%' and email like '%@acme.example' on conflict do nothing`.execute(
    db,
  )
  await sql`insert into scim_user (id, organization_id, person_id, user_name, active)
    select 'scu_' || id, ${acme.id}, id, email, true from person where email like '%@acme.example'`.execute(db)
  users = (await db.selectFrom('scim_user').select('id').orderBy('id').execute()).map(({ id }) => id)
})

/** Statements that the platform sent to the database while something was done. */
async function counted<Result>(work: () => Promise<Result>): Promise<{ result: Result; statements: number }> {
  const { pool } = api.database
  let statements = 0
  const connect = pool.connect.bind(pool)
  const seen = new Set<object>()
  pool.connect = (async () => {
    const client = await connect()
    if (!seen.has(client)) {
      seen.add(client)
      const query = client.query.bind(client) as (...given: unknown[]) => unknown
      client.query = ((...given: unknown[]) => {
        statements += 1
        return query(...given)
      }) as typeof client.query
    }
    return client
  }) as typeof pool.connect
  try {
    return { result: await work(), statements }
  } finally {
    pool.connect = connect as typeof pool.connect
  }
}

async function scim(method: string, path: string, payload?: object) {
  const answer = await api.app.inject({
    method: method as 'GET',
    url: `/scim/v2/${acme.id}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/scim+json' }),
    },
    ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() }
}

const developers = async () =>
  (
    await api.platform.db
      .selectFrom('member')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('role', '=', 'developer')
      .executeTakeFirstOrThrow()
  ).count

describe('a group of 5,000', () => {
  it('is made, changed by one and removed with a handful of statements, and everybody has the role that follows', async () => {
    const members = users.map((value) => ({ value, display: 'Somebody', type: 'User' }))
    const made = await counted(() => scim('POST', '/Groups', { displayName: 'devs', members }))
    expect(made.result).toMatchObject({ status: 201 })
    expect(made.result.body.members).toHaveLength(PEOPLE)
    expect(await developers()).toBe(PEOPLE)
    expect(made.statements).toBeGreaterThan(0)
    expect(made.statements).toBeLessThan(60)

    const { id } = made.result.body
    const out = { Operations: [{ op: 'Remove', path: `members[value eq "${users[0]}"]` }] }
    const one = await counted(() => scim('PATCH', `/Groups/${id}`, out))
    expect(one.result).toEqual({ status: 204, body: undefined })
    expect(one.statements).toBeLessThan(30)
    expect(await developers()).toBe(PEOPLE - 1)
    const back = { Operations: [{ op: 'Add', path: 'members', value: [{ value: users[0] }] }] }
    const shown = await scim('PATCH', `/Groups/${id}?attributes=displayName,members`, back)
    expect(shown).toMatchObject({ status: 200 })
    expect(shown.body.members).toHaveLength(PEOPLE)

    await scim('PATCH', `/Groups/${id}`, { Operations: [{ op: 'replace', value: { displayName: 'readers' } }] })
    expect(await developers()).toBe(0)
    await scim('PATCH', `/Groups/${id}`, { Operations: [{ op: 'replace', value: { displayName: 'devs' } }] })
    expect(await developers()).toBe(PEOPLE)
    expect(await scim('DELETE', `/Groups/${id}`)).toMatchObject({ status: 204 })
    expect(await developers()).toBe(0)
  })

  it('makes the page of a list shorter, so that no answer holds more members than one group may have', async () => {
    const values = ['g1', 'g2', 'g3', 'g4', 'g5'].map((name) => [name, name === 'g5' ? 1 : PEOPLE] as const)
    const members = users.map((value) => ({ value }))
    for (const [displayName, most] of values) {
      // Groups are listed by age.
      api.clock.advance(1_000)
      const group = { displayName, members: members.slice(0, most) }
      expect(await scim('POST', '/Groups', group)).toMatchObject({ status: 201 })
    }
    const first = await scim('GET', '/Groups')
    expect(first.body).toMatchObject({ totalResults: 5, startIndex: 1, itemsPerPage: 4 })
    const next = await scim('GET', `/Groups?startIndex=${1 + first.body.itemsPerPage}`)
    expect(next.body.Resources).toMatchObject([{ displayName: 'g5', members: [{ value: users[0] }] }])
    const names = await scim('GET', '/Groups?excludedAttributes=members')
    expect(names.body).toMatchObject({ itemsPerPage: 5 })
    expect(names.body.Resources[0]).not.toHaveProperty('members')
  })
})
