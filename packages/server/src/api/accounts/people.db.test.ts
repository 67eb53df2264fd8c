import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { eventually } from '../../testing/eventually.ts'

let api: TestApi
let acme: Organization
let owner: { id: string; authorization: string }
let operator: { id: string; authorization: string }

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  owner = await api.person({ role: 'owner', organization: acme })
  operator = await api.person({ platformRole: 'operator' })
})

const tokenOf = (link: string) => link.split('#')[1] ?? ''
const params = { org: 'acme' }

describe('people', () => {
  it('cannot sign up by themselves where sign-up is closed', async () => {
    const body = { email: 'a@example.test', name: 'A', password: 'long enough it is' }
    await expect(api.as().signUp({ body })).rejects.toMatchObject({ status: 403, code: 'sign_up_closed' })
  })

  it('sign up by themselves where the operator allows it, once for each address and without any role', async () => {
    api.platform.policy.signUp = 'open'
    try {
      const body = { email: 'self@example.test', name: 'S', password: 'long enough it is' }
      expect(await api.as().signUp({ body })).toMatchObject({ email: 'self@example.test', platformRole: null })
      await expect(api.as().signUp({ body: { ...body, email: 'Self@example.test' } })).rejects.toMatchObject({
        status: 409,
        code: 'email_taken',
      })
      const { token, organizations } = await api.as().signIn({ body: { email: body.email, password: body.password } })
      expect(organizations).toEqual([])
      const made = await api.as(`Bearer ${token}`).createOrganization({ body: { name: 'selfmade' } })
      expect((await api.as(`Bearer ${token}`).getMe()).organizations).toMatchObject([{ id: made.id, role: 'owner' }])
    } finally {
      api.platform.policy.signUp = 'closed'
    }
  })

  it('may belong to several organizations, by invitations that can be taken back', async () => {
    const person = await api.person({ role: 'viewer', organization: await api.organization('first-of-two') })
    const invite = () =>
      api.as(owner.authorization).inviteMember({ params, body: { email: person.email, role: 'developer' } })
    const taken = await invite()
    await api.as(owner.authorization).revokeInvitation({ params: { id: taken.id } })
    const accept = (link: string) => api.as(person.authorization).acceptInvitation({ body: { token: tokenOf(link) } })
    await expect(accept(taken.link)).rejects.toMatchObject({ code: 'link_invalid' })
    await accept((await invite()).link)
    const { organizations } = await api.as(person.authorization).getMe()
    expect(organizations.map((row) => [row.name, row.role]).sort()).toEqual([
      ['acme', 'developer'],
      ['first-of-two', 'viewer'],
    ])
    await expect(invite()).rejects.toMatchObject({ code: 'already_member' })
  })

  it('join with an invitation, once, in the role it names', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'b@example.test', role: 'developer' } })
    const body = { email: 'b@example.test', name: 'B', password: 'long enough it is', invitation: tokenOf(link) }
    await api.as().signUp({ body })
    const session = await api.as().signIn({ body: { email: 'B@example.test', password: body.password } })
    expect(session.organizations).toMatchObject([{ name: 'acme', role: 'developer' }])
    await expect(api.as().signUp({ body: { ...body, email: 'c@example.test' } })).rejects.toMatchObject({
      code: 'link_invalid',
    })
  })

  it('read what an invitation leads to, and accept it only with the address it was sent to', async () => {
    const email = 'For.One@example.test'
    const { link } = await api.as(owner.authorization).inviteMember({ params, body: { email, role: 'viewer' } })
    const token = tokenOf(link)
    const inviter = await api.as(owner.authorization).getMe()
    expect(await api.as().readInvitation({ body: { token } })).toMatchObject({
      organization: { name: 'acme', title: acme.title },
      email,
      role: 'viewer',
      invitedBy: inviter.person?.name,
    })
    await expect(api.as().readInvitation({ body: { token: 'mki_invented' } })).rejects.toMatchObject({
      code: 'link_invalid',
    })
    const other = await api.person()
    const refused = { status: 403, code: 'invitation_other_address' }
    await expect(api.as(other.authorization).acceptInvitation({ body: { token } })).rejects.toMatchObject(refused)
    const account = { name: 'O', password: 'long enough it is', invitation: token }
    await expect(api.as().signUp({ body: { ...account, email: 'other@example.test' } })).rejects.toMatchObject(refused)
    await api.as().signUp({ body: { ...account, email: 'for.one@example.test' } })
  })

  it('are locked out after ten wrong passwords, and the right one does not help until the lock ends', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'lock@example.test', role: 'viewer' } })
    const password = 'the right password'
    await api.as().signUp({ body: { email: 'lock@example.test', name: 'L', password, invitation: tokenOf(link) } })
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await expect(api.as().signIn({ body: { email: 'lock@example.test', password: 'wrong' } })).rejects.toMatchObject({
        code: 'credentials_wrong',
      })
    }
    await expect(api.as().signIn({ body: { email: 'lock@example.test', password } })).rejects.toMatchObject({
      status: 429,
      code: 'account_locked',
    })
    api.clock.advance(16 * 60_000)
    await expect(api.as().signIn({ body: { email: 'lock@example.test', password } })).resolves.toMatchObject({
      person: { email: 'lock@example.test' },
    })
  })

  it('have ten guesses, however many come at once, and an address without an account is locked just the same', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'guessed@example.test', role: 'viewer' } })
    const password = 'the right password'
    await api.as().signUp({ body: { email: 'guessed@example.test', name: 'M', password, invitation: tokenOf(link) } })
    const guess = (email: string) => () =>
      api
        .as()
        .signIn({ body: { email, password: 'wrong' } })
        .then(
          () => 'in',
          (error: { code: string }) => error.code,
        )
    const counted = (codes: string[]) => [
      codes.filter((code) => code === 'credentials_wrong').length,
      codes.filter((code) => code === 'account_locked').length,
    ]
    for (const email of ['guessed@example.test', 'nobody@example.test']) {
      const codes = await Promise.all(Array.from({ length: 14 }, () => guess(email)()))
      expect(counted(codes), email).toEqual([10, 4])
      api.clock.advance(16 * 60_000)
      expect(await guess(email)(), email).toBe('credentials_wrong')
    }
  })

  it('are locked out by wrong passwords from another address no more than strangers are', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'target@example.test', role: 'viewer' } })
    const password = 'the right password'
    await api.as().signUp({ body: { email: 'target@example.test', name: 'T', password, invitation: tokenOf(link) } })
    const signIn = async (remoteAddress: string, given: string) => {
      const payload = { email: 'target@example.test', password: given }
      return (await api.app.inject({ method: 'POST', url: '/api/v1/session', remoteAddress, payload })).statusCode
    }
    for (let at = 0; at < 10; at += 1) expect(await signIn('203.0.113.66', 'wrong')).toBe(401)
    expect(await signIn('203.0.113.66', password)).toBe(429)
    expect(await signIn('198.51.100.7', password)).toBe(200)
  })

  it('have ten guesses at the present password when they change it, too', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'changer@example.test', role: 'viewer' } })
    const password = 'the right password'
    await api.as().signUp({ body: { email: 'changer@example.test', name: 'C', password, invitation: tokenOf(link) } })
    const { token } = await api.as().signIn({ body: { email: 'changer@example.test', password } })
    const change = (currentPassword: string) =>
      api
        .as(`Bearer ${token}`)
        .changePassword({ body: { currentPassword, newPassword: 'another long password' } })
        .then(
          () => 'changed',
          (error: { code: string }) => error.code,
        )
    for (let at = 0; at < 10; at += 1) expect(await change('wrong')).toBe('credentials_wrong')
    expect(await change(password)).toBe('account_locked')
    api.clock.advance(16 * 60_000)
    expect(await change(password)).toBe('changed')
  })

  it('are not told by an invented invitation whether an address has an account', async () => {
    const known = await api.person()
    for (const email of [known.email, 'new@example.test']) {
      const body = { email, name: 'X', password: 'long enough it is', invitation: 'mki_invented' }
      await expect(api.as().signUp({ body }), email).rejects.toMatchObject({ code: 'link_invalid' })
    }
  })

  it('set a new password with a one-time link from an operator, which ends their sessions', async () => {
    const person = await api.person({ role: 'viewer', organization: acme })
    const { link } = await api.as(operator.authorization).createResetLink({ params: { id: person.id } })
    const body = { token: tokenOf(link), password: 'a brand new password' }
    await api.as().completePasswordReset({ body })
    await expect(api.as(person.authorization).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(api.as().completePasswordReset({ body })).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(api.as().signIn({ body: { email: person.email, password: body.password } })).resolves.toBeDefined()
  })

  it('keep one owner when ownership is transferred twice at once', async () => {
    const org = await api.organization('twice')
    const first = await api.person({ role: 'owner', organization: org })
    const others = [
      await api.person({ role: 'admin', organization: org }),
      await api.person({ role: 'admin', organization: org }),
    ]
    await Promise.allSettled(
      others.map(({ id }) =>
        api.as(first.authorization).transferOwnership({ params: { org: 'twice' }, body: { personId: id } }),
      ),
    )
    const { items } = await api.as(first.authorization).listMembers({ params: { org: 'twice' } })
    expect(items.filter((row) => row.role === 'owner')).toHaveLength(1)
  })

  it("see and end their own sessions and no one else's", async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'many@example.test', role: 'viewer' } })
    const password = 'long enough it is'
    await api.as().signUp({ body: { email: 'many@example.test', name: 'M', password, invitation: tokenOf(link) } })
    const sign = async () => (await api.as().signIn({ body: { email: 'many@example.test', password } })).token
    const [here, there] = [`Bearer ${await sign()}`, `Bearer ${await sign()}`]
    const { items } = await api.as(here).listSessions({})
    expect(items.map((row) => row.current).sort()).toEqual([false, true])
    const other = items.find((row) => !row.current)?.id ?? ''
    await expect(api.as(owner.authorization).endSession({ params: { id: other } })).rejects.toMatchObject({
      status: 404,
    })
    await api.as(here).endSession({ params: { id: other } })
    await expect(api.as(there).getMe()).rejects.toMatchObject({ status: 401 })
    await api.as(here).getMe()
  })

  it('who change their password stay signed in here and nowhere else', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'change@example.test', role: 'viewer' } })
    const password = 'long enough it is'
    await api.as().signUp({ body: { email: 'change@example.test', name: 'C', password, invitation: tokenOf(link) } })
    const sign = async (word: string) =>
      `Bearer ${(await api.as().signIn({ body: { email: 'change@example.test', password: word } })).token}`
    const [here, there] = [await sign(password), await sign(password)]
    const change = (currentPassword: string) =>
      api.as(here).changePassword({ body: { currentPassword, newPassword: 'another long one' } })
    await expect(change('wrong')).rejects.toMatchObject({ code: 'credentials_wrong' })
    await change(password)
    await api.as(here).getMe()
    await expect(api.as(there).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(sign(password)).rejects.toMatchObject({ code: 'credentials_wrong' })
    await sign('another long one')
  })

  it('and keys of a disabled organization can do nothing in it until it is enabled again', async () => {
    const org = await api.organization('paused')
    const member = await api.person({ role: 'owner', organization: org })
    const key = await api.key(org, ['publish'])
    const operate = api.as(operator.authorization)
    await operate.disableOrganization({ params: { org: 'paused' }, body: { reason: 'Unpaid.' } })
    await expect(api.as(key.authorization).getMe()).rejects.toMatchObject({ code: 'organization_disabled' })
    await expect(
      api.as(member.authorization).changeOrganization({ params: { org: 'paused' }, body: { title: 'X' } }),
    ).rejects.toMatchObject({ status: 404 })
    await operate.enableOrganization({ params: { org: 'paused' } })
    await api.as(key.authorization).getMe()
  })

  it('who are disabled are out at once', async () => {
    const person = await api.person({ role: 'admin', organization: acme })
    await api.as(operator.authorization).disablePerson({ params: { id: person.id } })
    await expect(api.as(person.authorization).getMe()).rejects.toMatchObject({ status: 401 })
  })

  it('never lose the last operator', async () => {
    await expect(
      api.as(operator.authorization).changePerson({ params: { id: operator.id }, body: { platformRole: null } }),
    ).rejects.toMatchObject({ code: 'last_owner' })
  })
})

describe('sessions', () => {
  it('end when nobody used them for twelve hours', async () => {
    const { link } = await api
      .as(owner.authorization)
      .inviteMember({ params, body: { email: 'idle@example.test', role: 'viewer' } })
    await api.as().signUp({
      body: { email: 'idle@example.test', name: 'I', password: 'long enough it is', invitation: tokenOf(link) },
    })
    const { token } = await api.as().signIn({ body: { email: 'idle@example.test', password: 'long enough it is' } })
    const client = api.as(`Bearer ${token}`)
    api.clock.advance(11 * 3_600_000)
    await client.getMe()
    api.clock.advance(11 * 3_600_000)
    await client.getMe()
    api.clock.advance(13 * 3_600_000)
    await expect(client.getMe()).rejects.toMatchObject({ status: 401 })
  })

  it('sent as a cookie change something only with the exact origin of the console', async () => {
    const person = await api.person({ role: 'owner', organization: acme })
    const cookie = `mkt_session=${person.authorization.slice('Bearer '.length)}`
    const send = (origin?: string) =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/organizations',
        headers: { cookie, 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) },
        payload: { name: `org-${Math.floor(performance.now() * 1000)}` },
      })
    expect((await send()).statusCode).toBe(403)
    expect((await send('https://evil.example')).json()).toMatchObject({ code: 'origin_refused' })
    expect((await send('http://127.0.0.1:7070')).statusCode).toBe(201)
  })
})

describe('ownership', () => {
  it('moves to another member in one step and cannot be taken away otherwise', async () => {
    const org = await api.organization('handed')
    const first = await api.person({ role: 'owner', organization: org })
    const second = await api.person({ role: 'admin', organization: org })
    const removal = api.as(second.authorization).removeMember({ params: { org: 'handed', person: first.id } })
    await expect(removal).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    await api.as(first.authorization).transferOwnership({ params: { org: 'handed' }, body: { personId: second.id } })
    const leaving = api.as(second.authorization).leaveOrganization({ params: { org: 'handed' } })
    await expect(leaving).rejects.toMatchObject({ status: 409, code: 'last_owner' })
    const { items } = await api.as(second.authorization).listMembers({ params: { org: 'handed' } })
    expect(Object.fromEntries(items.map((row) => [row.person.id, row.role]))).toEqual({
      [first.id]: 'admin',
      [second.id]: 'owner',
    })
  })
})

describe('members', () => {
  it('take the open invitations they made with them when they go', async () => {
    const admin = await api.person({ role: 'admin', organization: acme })
    const body = { email: 'friend@example.test', role: 'developer' as const }
    const { id } = await api.as(admin.authorization).inviteMember({ params, body })
    const open = async () => {
      const { items } = await api.as(owner.authorization).listInvitations({ params, query: { q: 'friend@' } })
      return items.map((invitation) => invitation.id)
    }
    expect(await open()).toEqual([id])
    await api.as(owner.authorization).removeMember({ params: { ...params, person: admin.id } })
    expect(await open()).toEqual([])
  })

  it('may leave by themselves, whatever their role, and see nothing of the organization afterwards', async () => {
    const viewer = await api.person({ role: 'viewer', organization: acme })
    await api.as(viewer.authorization).leaveOrganization({ params })
    await expect(api.as(viewer.authorization).getOrganization({ params })).rejects.toMatchObject({ status: 404 })
  })
})

describe('API keys', () => {
  it('work with the former secret through the grace period and not after it', async () => {
    const key = await api.key(acme, ['publish'])
    const renewed = await api
      .as(owner.authorization)
      .regenerateApiKey({ params: { id: key.id }, body: { graceSeconds: 60 } })
    await api.as(key.authorization).getMe()
    api.clock.advance(61_000)
    await expect(api.as(key.authorization).getMe()).rejects.toMatchObject({ code: 'credentials_wrong' })
    const fresh = `Basic ${Buffer.from(`${renewed.clientId}:${renewed.apiKey}`).toString('base64')}`
    expect(await api.as(fresh).getMe()).toMatchObject({ organization: { name: 'acme' }, scopes: ['publish'] })
  })

  it('end at once with their tokens when revoked', async () => {
    const key = await api.key(acme, ['publish'])
    const { token } = await api.as().createToken({ body: { clientId: key.clientId, apiKey: key.secret } })
    await api.as(`Bearer ${token}`).getMe()
    await api.as(owner.authorization).revokeApiKey({ params: { id: key.id } })
    await expect(api.as(`Bearer ${token}`).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(api.as(key.authorization).getMe()).rejects.toMatchObject({ status: 401 })
  })

  it('have tokens that end with the secret they were made with', async () => {
    const key = await api.key(acme, ['publish'])
    const { token } = await api.as().createToken({ body: { clientId: key.clientId, apiKey: key.secret } })
    const regenerate = (graceSeconds: number) =>
      api.as(owner.authorization).regenerateApiKey({ params: { id: key.id }, body: { graceSeconds } })
    const { apiKey } = await regenerate(60)
    await api.as(`Bearer ${token}`).getMe()
    const next = await api.as().createToken({ body: { clientId: key.clientId, apiKey } })
    api.clock.advance(61_000)
    await expect(api.as(`Bearer ${token}`).getMe()).rejects.toMatchObject({ status: 401 })
    await api.as(`Bearer ${next.token}`).getMe()
    await regenerate(0)
    await expect(api.as(`Bearer ${next.token}`).getMe()).rejects.toMatchObject({ status: 401 })
  })

  it('have tokens that end by signing out, while the key goes on', async () => {
    const key = await api.key(acme, ['publish'])
    const { token } = await api.as().createToken({ body: { clientId: key.clientId, apiKey: key.secret } })
    await api.as(`Bearer ${token}`).signOut()
    await expect(api.as(`Bearer ${token}`).getMe()).rejects.toMatchObject({ status: 401 })
    await api.as(key.authorization).getMe()
  })

  it('have tokens that live one hour', async () => {
    const key = await api.key(acme, ['publish'])
    const { token } = await api.as().createToken({ body: { clientId: key.clientId, apiKey: key.secret } })
    api.clock.advance(3_599_000)
    await api.as(`Bearer ${token}`).getMe()
    api.clock.advance(2000)
    await expect(api.as(`Bearer ${token}`).getMe()).rejects.toMatchObject({ status: 401, code: 'credentials_wrong' })
  })

  it('show their secret once, keep it as SHA-256 alone, and when they were last used', async () => {
    const key = await api
      .as(owner.authorization)
      .createApiKey({ params, body: { name: 'Build machine', scopes: ['publish', 'manage'] } })
    expect(key).toMatchObject({ name: 'Build machine', scopes: ['publish', 'manage'], lastUsedAt: null })
    expect(Buffer.from(key.apiKey.slice(key.apiKey.indexOf('_') + 1), 'base64url')).toHaveLength(32)
    await api.as(`Basic ${Buffer.from(`${key.clientId}:${key.apiKey}`).toString('base64')}`).getMe()
    const { items } = await api.as(owner.authorization).listApiKeys({ params })
    const listed = items.find((row) => row.id === key.id)
    expect(listed?.lastUsedAt).not.toBeNull()
    expect(JSON.stringify(items)).not.toContain(key.apiKey)
    const { rows } = await api.database.pool.query('select * from api_key where id = $1', [key.id])
    expect(rows[0].secret_hash).toHaveLength(32)
    expect(JSON.stringify(rows)).not.toContain(key.apiKey)
  })

  it('show their secret once: a replay by idempotency key is refused', async () => {
    const create = () =>
      api
        .as(owner.authorization)
        .createApiKey({ params, body: { name: 'once' }, headers: { 'idempotency-key': 'one' } })
    await create()
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'secret_shown_once' })
  })
})

describe('an idempotency key', () => {
  it('gives a repeat the first answer and refuses another body', async () => {
    const create = (appName: string) =>
      api.as(owner.authorization).createListing({
        params,
        body: { appName, title: 'T', variant: 'connected' },
        headers: { 'idempotency-key': 'listing' },
      })
    const first = await create('same')
    expect((await create('same')).id).toBe(first.id)
    await expect(create('different')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
  })

  it('is free again after a refusal, so that the request can be made once it is possible', async () => {
    const create = () =>
      api.as(owner.authorization).createOrganization({
        body: { name: 'www' },
        headers: { 'idempotency-key': 'refused' },
      })
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'name_reserved' })
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'name_reserved' })
  })

  it('that is still being worked on answers 409 and to come back', async () => {
    const create = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/organizations/acme/listings',
        headers: { authorization: owner.authorization, 'idempotency-key': 'slow' },
        payload: { appName: 'slow', title: 'T', variant: 'connected' },
      })
    // Holding this lock keeps the first request in the middle of its work.
    const holder = await api.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table listing in access exclusive mode')
      const first = create()
      await eventually(async () => {
        const { rows } = await api.database.pool.query("select 1 from idempotency where key = 'slow'")
        expect(rows).toHaveLength(1)
      })
      const second = await create()
      expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
        409,
        'idempotency_running',
        '1',
      ])
      await holder.query('commit')
      expect((await first).statusCode).toBe(201)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const third = await create()
    expect([third.statusCode, third.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })
})

describe('the audit', () => {
  it('tells who did what with which credential, and cannot be changed', async () => {
    await api.as(owner.authorization).changeOrganization({ params, body: { title: 'Acme Inc.' } })
    const { items } = await api.as(owner.authorization).listAudit({ params, query: { action: 'organization.' } })
    expect(items[0]).toMatchObject({
      action: 'organization.change',
      actor: { kind: 'person', id: owner.id },
      details: { to: 'Acme Inc.' },
    })
    await expect(api.database.pool.query('delete from audit')).rejects.toThrow(/never changed/)
  })
})
