import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { deleteSsoIdentities } from '../../store/identity/sso-connections.ts'
import { startIdentityProvider, type TestIdentityProvider } from '../../testing/identity/identity-provider.ts'
import { withSecondFactor } from '../../testing/identity/second-factor.ts'
import { ssoBrowser } from '../../testing/identity/sso-browser.ts'
import { startDnsServer } from '../../testing/outside/dns-server.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { eventually } from '../../testing/run/eventually.ts'

let api: TestApi
let acme: Organization
let idp: TestIdentityProvider
let owner: Awaited<ReturnType<typeof withSecondFactor>>
let dns: Awaited<ReturnType<typeof startDnsServer>>
const params = { org: 'acme' }

const settings = () => ({ issuer: idp.issuer, clientId: 'mkt', clientSecret: 'the client secret' })

beforeAll(async () => {
  api = await testApi()
  api.platform.policy.allowAddresses = ['127.0.0.1']
  dns = await startDnsServer()
  api.platform.policy.dnsServers = [dns.address]
  acme = await api.organization('acme')
  owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: acme }))
  idp = await startIdentityProvider({ redirectUri: 'http://127.0.0.1:7070/sso/callback' })
  browser = ssoBrowser(api, idp)
  const groupRoles = [{ group: 'mkt-devs', role: 'developer' as const }]
  await owner.client.putSso({ params, body: { ...settings(), groupRoles } })
  await verified(owner.client, 'acme', 'acme.example')
})

async function verified(client: typeof owner.client, org: string, domain: string) {
  const { id, record } = await client.addSsoDomain({ params: { org }, body: { domain } })
  dns.records.set(record.name, [record.value])
  return client.verifySsoDomain({ params: { id } })
}

type Browser = ReturnType<typeof ssoBrowser>
let browser: Browser
const leave: Browser['leave'] = (...args) => browser.leave(...args)
const comeBack: Browser['comeBack'] = (...args) => browser.comeBack(...args)
const signIn: Browser['signIn'] = (...args) => browser.signIn(...args)

describe('signing in with the provider of an organization', () => {
  it('is found by the domain of the address, and makes a member just in time in the role of the groups', async () => {
    idp.claims = { sub: 'ann', email: 'ann@acme.example', name: 'Ann', groups: ['mkt-devs', 'others'] }
    const first = await signIn({ email: 'Ann@ACME.example', returnTo: '/manage' })
    expect(first).toMatchObject({
      status: 200,
      outcome: 'signed-in',
      returnTo: '/manage',
      session: { person: { email: 'ann@acme.example', name: 'Ann' }, organizations: [{ role: 'developer' }] },
    })
    expect(String(first.cookie)).toContain('mkt_session=mse_')
    idp.claims = { sub: 'ann', email: 'ann@acme.example', groups: [] }
    const again = await signIn()
    expect(again.session.person.id).toBe(first.session.person.id)
    expect(again.session.organizations).toMatchObject([{ role: 'viewer' }])
  })

  it('makes no account in a copy in quarantine, where those who have one sign in', async () => {
    idp.claims = { sub: 'known', email: 'known@acme.example', groups: [] }
    expect(await signIn({ email: 'known@acme.example' })).toMatchObject({ status: 200 })
    const free = api.platform.quarantine
    api.platform.quarantine = { ...free, active: true }
    try {
      expect(await signIn({ email: 'known@acme.example' })).toMatchObject({ status: 200, outcome: 'signed-in' })
      idp.claims = { sub: 'new', email: 'new@acme.example', groups: [] }
      expect(await signIn({ email: 'new@acme.example' })).toMatchObject({ status: 503, code: 'quarantined' })
    } finally {
      api.platform.quarantine = free
    }
  })

  it('is not linked to an account by an equal address; its owner links it, and then it is', async () => {
    const person = await api.person({ role: 'admin', organization: acme })
    await api.platform.db.updateTable('person').set({ email: 'eve@acme.example' }).where('id', '=', person.id).execute()
    idp.claims = { sub: 'eve', email: 'Eve@acme.example' }
    expect(await signIn()).toMatchObject({ status: 409, code: 'sso_link_required' })
    const linked = await withSecondFactor(api, person)
    const { url, cookie } = await leave({ organization: 'acme' }, '/me/sso', linked.authorization)
    expect(await comeBack(await idp.signIn(url), cookie)).toMatchObject({ outcome: 'linked', session: null })
    expect((await signIn()).session.person.id).toBe(person.id)
  })

  it('ends when the person unlinks the account, with the sessions it began; the last way to sign in stays', async () => {
    const person = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
    idp.claims = { sub: 'una', email: 'una@acme.example' }
    const away = await leave({ organization: 'acme' }, '/me/sso', person.authorization)
    await comeBack(await idp.signIn(away.url), away.cookie)
    const { links } = await person.client.getSsoLinks()
    expect(links).toMatchObject([{ organization: { name: 'acme' }, issuer: idp.issuer, email: 'una@acme.example' }])
    const [link] = links
    const { session } = await signIn()
    const unlink = (client = person.client) => client.unlinkSso({ params: { id: link?.id ?? '' } })
    const stranger = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
    await expect(unlink(stranger.client)).rejects.toMatchObject({ code: 'not_found' })
    await person.client.stepUp({ body: { code: person.app.next() } })
    await unlink()
    expect((await person.client.getSsoLinks()).links).toEqual([])
    await expect(api.as(`Bearer ${session.token}`).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(unlink()).rejects.toMatchObject({ code: 'not_found' })

    // An account that the provider made has no other way in.
    idp.claims = { sub: 'only', email: 'only@acme.example' }
    const only = api.as(`Bearer ${(await signIn()).session.token}`)
    const [last] = (await only.getSsoLinks()).links
    await expect(only.unlinkSso({ params: { id: last?.id ?? '' } })).rejects.toMatchObject({ code: 'sign_in_needed' })
    expect((await only.getSsoLinks()).links).toHaveLength(1)
  })

  it('begins no session where the account is unlinked while the provider answers', async () => {
    idp.claims = { sub: 'racing', email: 'racing@acme.example' }
    const { session } = await signIn()
    const [link] = (await api.as(`Bearer ${session.token}`).getSsoLinks()).links
    const away = await leave({ organization: 'acme' })
    const query = await idp.signIn(away.url)
    const { db } = api.platform
    const isWaiting = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).not.toEqual([])
    }
    const answer = await db.transaction().execute(async (trx) => {
      await deleteSsoIdentities(trx, session.person.id, link?.id ?? '')
      const coming = comeBack(query, away.cookie)
      await eventually(isWaiting)
      return { coming }
    })
    expect(await answer.coming).toMatchObject({ code: 'sign_in_expired' })
  })

  it('refuses an address of a domain that the organization has not verified, and one the provider calls unverified', async () => {
    idp.claims = { sub: 'mallory', email: 'ceo@other.example' }
    expect(await signIn({ organization: 'acme' })).toMatchObject({ status: 422, code: 'domain_unverified' })
    idp.claims = { sub: 'mallory', email: 'ceo@acme.example', email_verified: false }
    expect(await signIn({ organization: 'acme' })).toMatchObject({ code: 'sso_failed' })
    idp.claims = { sub: 'mallory', email: 'ceo@acme.example', email_verified: 'false' }
    expect(await signIn({ organization: 'acme' })).toMatchObject({ code: 'sso_failed' })
    await expect(leave({ email: 'x@nobody.example' })).rejects.toMatchObject({ code: 'sso_unknown' })
  })

  it('bounds what the provider says: neither a subject, a name, an address nor a group breaks the sign-in', async () => {
    idp.claims = { sub: 'x'.repeat(256), email: 'long@acme.example' }
    expect(await signIn({ organization: 'acme' })).toMatchObject({ code: 'sso_failed' })
    const cut = `${'x'.repeat(254 - '@acme.example'.length)}@acme.example.evil.example`
    for (const email of [cut, 'a\u0000b@acme.example', 'a b@acme.example', 'ceo@other.example@acme.example']) {
      idp.claims = { sub: 'odd', email }
      expect(await signIn({ organization: 'acme' })).toMatchObject({ code: 'sso_failed' })
    }
    idp.claims = { sub: 'plain', email: 'plain@acme.example', name: 'Nul\u0000', groups: ['mkt-devs', 'nul\u0000'] }
    expect(await signIn({ organization: 'acme' })).toMatchObject({
      session: { person: { name: 'plain@acme.example' }, organizations: [{ role: 'developer' }] },
    })
  })

  it('goes on when the provider changes its keys, and refuses an expired token', async () => {
    idp.claims = { sub: 'bob', email: 'bob@acme.example' }
    idp.rotateKeys()
    expect(await signIn()).toMatchObject({ outcome: 'signed-in' })
    idp.idTokenSeconds = -60
    try {
      expect(await signIn()).toMatchObject({ status: 403, code: 'sso_failed' })
    } finally {
      idp.idTokenSeconds = 3600
    }
  })

  it('keeps the secret to itself', async () => {
    const shown = await owner.client.getSso({ params })
    expect(shown.connection?.clientSecret).toEqual({ set: true })
    expect(JSON.stringify(shown)).not.toContain('the client secret')
    const rows = await api.platform.db.selectFrom('sso_connection').selectAll().execute()
    expect(rows.some((row) => row.sealed_secret?.includes('the client secret'))).toBe(false)
  })
})

describe('a domain', () => {
  it('is verified by its own TXT record, belongs to one organization, and is lost a week after the record went', async () => {
    const added = await owner.client.addSsoDomain({ params, body: { domain: 'Late.example' } })
    await expect(owner.client.verifySsoDomain({ params: { id: added.id } })).rejects.toMatchObject({
      code: 'domain_unverified',
    })
    dns.records.set(added.record.name, ['v=spf1', added.record.value])
    expect(await owner.client.verifySsoDomain({ params: { id: added.id } })).toMatchObject({ domain: 'late.example' })
    const rival = await api.person({ role: 'owner', organization: await api.organization('rival') })
    await expect(verified(api.as(rival.authorization), 'rival', 'late.example')).rejects.toMatchObject({
      code: 'domain_taken',
    })
    dns.records.delete(added.record.name)
    const { recheckDomains } = await import('../../actions/identity/verify-domain.ts')
    const state = async () =>
      (await owner.client.getSso({ params })).domains.find((row) => row.domain === 'late.example')
    const before = api.clock.now()
    try {
      api.clock.advance(8 * 86_400_000)
      await recheckDomains(api.platform, 100)
      expect((await state())?.verifiedAt).not.toBeNull()
      api.clock.advance(8 * 86_400_000)
      await recheckDomains(api.platform, 100)
      expect((await state())?.verifiedAt).toBeNull()
      expect((await owner.client.getSso({ params })).domains[0]).toMatchObject({ domain: 'acme.example' })
      expect((await owner.client.getSso({ params })).domains[0]?.verifiedAt).not.toBeNull()
    } finally {
      api.clock.advance(before.getTime() - api.clock.now().getTime())
    }
  })
})

describe('a test of the connection', () => {
  it('shows each step without signing anybody in', async () => {
    idp.claims = { sub: 'tess', email: 'tess@acme.example', groups: ['mkt-devs'] }
    const { url, cookie } = await leave({}, '/organizations/acme/sso/test', owner.authorization)
    const tested = await comeBack(await idp.signIn(url), cookie)
    expect(tested).toMatchObject({ outcome: 'tested', session: null, returnTo: '/organization/sign-in' })
    expect(tested.steps.map((row: { step: string; outcome: string }) => `${row.step} ${row.outcome}`)).toEqual([
      'client ok',
      'keys ok',
      'claims ok',
      'role ok',
    ])
    expect(tested.steps.at(-1).detail).toBe('1 group gives the role developer.')
    const people = await api.platform.db.selectFrom('person').select('email').execute()
    expect(people.some((row) => row.email === 'tess@acme.example')).toBe(false)
  })

  it('says which step failed', async () => {
    const wrong = await api.organization('wrong')
    const person = await api.person({ role: 'owner', organization: wrong })
    const client = api.as(person.authorization)
    const body = { ...settings(), issuer: 'http://127.0.0.1:1' }
    await client.putSso({ params: { org: 'wrong' }, body })
    const { steps, url } = await client.testSso({ params: { org: 'wrong' } })
    expect(url).toBeNull()
    expect(steps).toMatchObject([{ step: 'discovery', outcome: 'failed' }])
  })

  it('leaves an audit entry, whatever came of it', async () => {
    const audited = await api.organization('audited')
    const person = await api.person({ role: 'owner', organization: audited })
    const client = api.as(person.authorization)
    await client.putSso({ params: { org: 'audited' }, body: { ...settings(), issuer: 'http://127.0.0.1:1' } })
    await client.testSso({ params: { org: 'audited' } })
    const { items } = await client.listAudit({ params: { org: 'audited' } })
    const entry = { action: 'sso.test', details: { issuer: 'http://127.0.0.1:1' } }
    expect(items).toContainEqual(expect.objectContaining(entry))
  })
})

describe('enforced single sign-on', () => {
  it('needs a connection that worked and an owner with a second factor', async () => {
    const organization = await api.organization('untested')
    const person = await withSecondFactor(api, await api.person({ role: 'owner', organization }))
    const change = () => person.client.changeSignInPolicy({ params: { org: 'untested' }, body: { enforceSso: true } })
    await expect(change()).rejects.toMatchObject({ code: 'sso_untested' })
  })

  it('shuts sessions by password out at once, except the owner, who is audited, and takes the provider’s factor', async () => {
    const admin = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
    idp.claims = { sub: 'bob', email: 'bob@acme.example' }
    await signIn()
    await owner.client.stepUp({ body: { code: owner.app.next() } })
    await owner.client.changeSignInPolicy({ params, body: { enforceSso: true, requireMfa: true } })
    await expect(admin.client.getOrganization({ params })).rejects.toMatchObject({ code: 'sso_required' })
    const weak = await signIn()
    expect(weak.session.organizations).toEqual([])
    // The provider says in the token itself that it asked for more than a password.
    idp.claims = { sub: 'bob', email: 'bob@acme.example', amr: ['pwd', 'otp'] }
    expect((await signIn()).session.organizations).toMatchObject([{ name: 'acme' }])
    idp.claims = { sub: 'bob', email: 'bob@acme.example', amr: ['pwd'] }
    expect((await signIn()).session.organizations).toEqual([])
    await owner.client.putSso({ params, body: { ...settings(), trustMfa: true } })
    const trusted = await signIn()
    expect(trusted.session.organizations).toMatchObject([{ name: 'acme' }])
    // A provider that is no longer trusted vouches for nobody, not even for those who came before.
    await owner.client.putSso({ params, body: settings() })
    expect((await api.as(`Bearer ${trusted.session.token}`).getMe()).organizations).toEqual([])
    const { token } = await api.as().signIn({ body: { email: owner.email, password: 'a password that is long' } })
    const glass = await api.as().completeSignIn({ body: { token, code: owner.app.next() } })
    expect(glass.organizations).toMatchObject([{ name: 'acme', role: 'owner' }])
    const audit = await owner.client.listAudit({ params, query: { action: 'session.break-glass' } })
    expect(audit.items).toHaveLength(1)
    await owner.client.changeSignInPolicy({ params, body: { enforceSso: false, requireMfa: false } })
  })

  it('ends the sessions a provider began when its connection is removed', async () => {
    idp.claims = { sub: 'bob', email: 'bob@acme.example' }
    const { session } = await signIn()
    await owner.client.stepUp({ body: { code: owner.app.next() } })
    await owner.client.deleteSso({ params })
    await expect(api.as(`Bearer ${session.token}`).getMe()).rejects.toMatchObject({ status: 401 })
  })
})

describe('the provider of the platform', () => {
  it('gives its people their role by groups, with its second factor outside a laptop', async () => {
    const operator = await withSecondFactor(api, await api.person({ platformRole: 'operator' }))
    const groupRoles = [{ group: 'mods', role: 'moderator' as const }]
    const put = (trustMfa: boolean) =>
      operator.client.putPlatformSso({ body: { ...settings(), trustMfa, groupRoles, domains: ['staff.example'] } })
    await put(true)
    api.platform.policy.laptop = false
    try {
      idp.claims = { sub: 'mod', email: 'mod@staff.example', groups: ['mods'] }
      expect((await signIn({ staff: true })).session.person.platformRole).toBe('moderator')
      await put(false)
      expect((await signIn({ email: 'mod@staff.example' })).session.person.platformRole).toBeNull()
    } finally {
      api.platform.policy.laptop = true
    }
  })

  it('is tested, linked by its people, and required of all but those who break the glass, without locking anybody out', async () => {
    const operator = await withSecondFactor(api, await api.person({ platformRole: 'operator' }))
    const other = await withSecondFactor(api, await api.person({ platformRole: 'operator' }))
    const stranger = await api.person()
    const body = { ...settings(), clientId: 'mkt', domains: ['staff.example'] }
    await operator.client.deletePlatformSso()
    await operator.client.putPlatformSso({ body })
    const enforce = (breakGlass: string[]) =>
      operator.client.changeStaffPolicy({ body: { enforceSso: true, breakGlass } })
    await expect(enforce([operator.id])).rejects.toMatchObject({ code: 'sso_untested' })

    idp.claims = { sub: 'op', email: 'op@staff.example' }
    const test = await operator.client.testPlatformSso()
    expect(test.steps.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'waiting'])
    const away = await leave({ staff: true }, '/me/sso', operator.authorization)
    expect(await comeBack(await idp.signIn(away.url), away.cookie)).toMatchObject({ outcome: 'linked' })
    await expect(leave({ staff: true }, '/me/sso', stranger.authorization)).rejects.toMatchObject({
      code: expect.stringMatching(/sso_unknown|step_up_required/),
    })

    await expect(enforce([stranger.id])).rejects.toMatchObject({ code: 'not_found' })
    await expect(enforce([other.id])).rejects.toMatchObject({ code: 'factor_missing' })
    const shown = await enforce([operator.id])
    expect(shown).toMatchObject({ enforceSso: true })
    expect(shown.people.find(({ id }) => id === operator.id)).toMatchObject({ linked: true, breakGlass: true })
    expect(shown.people.find(({ id }) => id === other.id)).toMatchObject({ linked: false, breakGlass: false })

    await expect(other.client.listPeople()).rejects.toMatchObject({ code: 'sso_required' })
    expect((await other.client.getMe()).withheld).toMatchObject({ platformRole: 'operator', platformNeeds: 'sso' })
    await expect(operator.client.listPeople()).resolves.toBeDefined()
    const byProvider = (await signIn({ staff: true })).session
    expect(byProvider.person).toMatchObject({ id: operator.id, platformRole: 'operator' })
    const [link] = (await operator.client.getSsoLinks()).links
    expect(link).toMatchObject({ organization: null, email: 'op@staff.example' })
    await operator.client.unlinkSso({ params: { id: link?.id ?? '' } })
    await expect(api.as(`Bearer ${byProvider.token}`).getMe()).rejects.toMatchObject({ status: 401 })
    expect((await signIn({ staff: true })).session.person.id).not.toBe(operator.id)

    // The one who may break the glass is gone: every operator with a second factor may.
    await api.platform.db
      .updateTable('person')
      .set({ disabled_at: api.clock.now() })
      .where('id', '=', operator.id)
      .execute()
    await expect(other.client.listPeople()).resolves.toBeDefined()
    await other.client.changeStaffPolicy({ body: { enforceSso: false } })
  })
})
