import { limits } from '@mkt/contract/limits'
import { beforeAll, describe, expect, it } from 'vitest'
import { inPasswordTurn } from '../../lib/password/password.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

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
  it('choose the time zone and the way of writing in which they read times; what is not given stays', async () => {
    const asked = api.as(owner.authorization)
    expect((await asked.getMe()).preferences).toEqual({ timeZone: null, locale: null, noMailAbout: [] })
    await asked.changeProfile({ body: { timeZone: 'Europe/Berlin', locale: 'de-DE' } })
    expect((await asked.getMe()).preferences).toMatchObject({ timeZone: 'Europe/Berlin', locale: 'de-DE' })
    const { name } = await asked.changeProfile({ body: { locale: null } })
    expect(name).not.toBe('')
    expect((await asked.getMe()).preferences).toMatchObject({ timeZone: 'Europe/Berlin', locale: null })
    for (const body of [{ timeZone: 'Middle/Earth' }, { timeZone: '' }, { locale: 'not a locale' }])
      await expect(asked.changeProfile({ body })).rejects.toMatchObject({ status: 422, code: 'request_invalid' })
    expect((await asked.getMe()).preferences).toMatchObject({ timeZone: 'Europe/Berlin', locale: null })
    await asked.changeProfile({ body: { timeZone: null } })
  })

  it('keep columns and views of a list with themselves, until they see it as usual again', async () => {
    const asked = api.as(owner.authorization)
    const other = api.as(operator.authorization)
    const choice = { hidden: ['Size'], views: [{ name: 'Failing', words: { health: 'failing', sort: '-failed' } }] }
    await asked.keepListChoice({ params: { list: 'installations.org_1' }, body: choice })
    await asked.keepListChoice({ params: { list: 'installations' }, body: { ...choice, views: [] } })
    expect((await asked.getMe()).lists).toEqual({
      'installations.org_1': choice,
      installations: { ...choice, views: [] },
    })
    expect((await other.getMe()).lists).toEqual({})
    for (const list of ['installations.org_1', 'installations'])
      await asked.keepListChoice({ params: { list }, body: { hidden: [], views: [] } })
    expect((await asked.getMe()).lists).toEqual({})
  })

  it('keep choices for so many lists and no more, and can change those', async () => {
    const asked = api.as((await api.person({ role: 'viewer', organization: acme })).authorization)
    const body = { hidden: ['Size'], views: [] }
    const lists = Array.from({ length: limits.listChoices.value }, (_, number) => `things.of_${number}`)
    await Promise.all(lists.map((list) => asked.keepListChoice({ params: { list }, body })))
    const more = asked.keepListChoice({ params: { list: 'things.one_more' }, body })
    await expect(more).rejects.toMatchObject({ code: 'quota_exceeded' })
    await asked.keepListChoice({ params: { list: 'things.of_0' }, body: { hidden: ['Age'], views: [] } })
    expect((await asked.getMe()).lists['things.of_0']).toEqual({ hidden: ['Age'], views: [] })
  })

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

  it('set a new password with a one-time link from an operator, which ends their sessions', async () => {
    const person = await api.person({ role: 'viewer', organization: acme })
    const { link } = await api.as(operator.authorization).createResetLink({ params: { id: person.id } })
    const body = { token: tokenOf(link), password: 'a brand new password' }
    await api.as().completePasswordReset({ body })
    await expect(api.as(person.authorization).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(api.as().completePasswordReset({ body })).rejects.toMatchObject({ code: 'link_invalid' })
    await expect(api.as().signIn({ body: { email: person.email, password: body.password } })).resolves.toBeDefined()
  })

  it('an invalid password reset link is refused before anything is hashed', async () => {
    const held = Promise.withResolvers<void>()
    const hold = () => inPasswordTurn('127.0.0.1', () => held.promise).catch((error: unknown) => error)
    const full = Array.from({ length: 40 }, hold)
    const body = { token: 'mkr_invented', password: 'long enough it is' }
    await expect(api.as().completePasswordReset({ body })).rejects.toMatchObject({ code: 'link_invalid' })
    held.resolve()
    await Promise.all(full)
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
