import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { withSecondFactor } from '../../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
let person: Awaited<ReturnType<typeof withSecondFactor>>

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  person = await withSecondFactor(api, await api.person({ role: 'developer', organization: acme }))
})

/** Begins in a minute of its own: starts are limited by address. */
async function start() {
  api.clock.advance(60_000)
  await person.client.stepUp({ body: { code: person.app.next() } })
  return api.as().startDevice()
}
const poll = (deviceCode: string) => {
  api.clock.advance(5_000)
  return api.as().completeDevice({ body: { deviceCode } })
}
const decide = (userCode: string, approve = true) =>
  person.client.decideDevice({ body: { userCode, approve, organization: 'acme' } })

describe('a tool on a machine without a browser', () => {
  it('waits until the person typed its code, and then has a session for one organization, once', async () => {
    const { deviceCode, userCode, verificationUri, verificationUriComplete } = await start()
    expect(verificationUriComplete).toBe(`${verificationUri}?code=${userCode}`)
    await expect(poll(deviceCode)).rejects.toMatchObject({ status: 400, code: 'authorization_pending' })
    const shown = await person.client.findDevice({ body: { userCode: userCode.toLowerCase().replace('-', ' ') } })
    expect(shown.address).toBe('127.0.0.1')
    await decide(userCode)
    const session = await poll(deviceCode)
    expect(session.organizations).toMatchObject([{ name: 'acme', role: 'developer' }])
    const tool = api.as(`Bearer ${session.token}`)
    expect(await tool.getMe()).toMatchObject({ organization: { name: 'acme' } })
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'sign_in_expired' })
    await expect(tool.decideDevice({ body: { userCode, approve: true, organization: 'acme' } })).rejects.toMatchObject({
      status: 403,
    })
  })

  it('has to prove a factor itself before what asks for a fresh one', async () => {
    const owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: acme }))
    await owner.client.stepUp({ body: { code: owner.app.next() } })
    const { deviceCode, userCode } = await api.as().startDevice()
    await owner.client.decideDevice({ body: { userCode, approve: true, organization: 'acme' } })
    const { token, organizations } = await poll(deviceCode)
    expect(organizations).toMatchObject([{ role: 'owner' }])
    const create = (client: typeof owner.client) =>
      client.createApiKey({ params: { org: 'acme' }, body: { name: 'remote' } })
    await create(owner.client)
    await expect(create(api.as(`Bearer ${token}`))).rejects.toMatchObject({ code: 'step_up_required' })
  })

  it('is told that it was refused, and cannot be approved afterwards', async () => {
    const { deviceCode, userCode } = await start()
    await decide(userCode, false)
    await expect(decide(userCode)).rejects.toMatchObject({ code: 'factor_wrong' })
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'access_denied' })
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'sign_in_expired' })
  })

  it('has ten minutes, and is slowed down when it asks too often', async () => {
    const { deviceCode, userCode } = await start()
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'authorization_pending' })
    await expect(api.as().completeDevice({ body: { deviceCode } })).rejects.toMatchObject({ code: 'slow_down' })
    api.clock.advance(10 * 60_000)
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'sign_in_expired' })
    await expect(person.client.findDevice({ body: { userCode } })).rejects.toMatchObject({ code: 'factor_wrong' })
  })

  it('has no session when the one that approved it has ended', async () => {
    const { deviceCode, userCode } = await start()
    const other = await api.session(person.id)
    await api.as(other).stepUp({ body: { code: person.app.next() } })
    await api.as(other).decideDevice({ body: { userCode, approve: true, organization: 'acme' } })
    await person.client.endAllSessions({ query: { keep: 'current' } })
    await expect(poll(deviceCode)).rejects.toMatchObject({ code: 'sign_in_expired' })
  })

  it('is not approved for an organization of others, nor without a fresh factor', async () => {
    await api.organization('other')
    const { userCode } = await start()
    const approve = (organization: string) =>
      person.client.decideDevice({ body: { userCode, approve: true, organization } })
    await expect(approve('other')).rejects.toMatchObject({ code: 'not_found' })
    api.clock.advance(6 * 60_000)
    await expect(approve('acme')).rejects.toMatchObject({ code: 'step_up_required' })
  })
})

describe('somebody who guesses', () => {
  it('has five codes in a quarter of an hour, and then not even a right one helps', async () => {
    const guesser = await api.person()
    const { userCode } = await start()
    const ask = (code: string) => api.as(guesser.authorization).findDevice({ body: { userCode: code } })
    for (let guess = 0; guess < 5; guess += 1)
      await expect(ask(`BBBB-BBB${'BCDFG'.charAt(guess)}`)).rejects.toMatchObject({ code: 'factor_wrong' })
    await expect(ask(userCode)).rejects.toMatchObject({ status: 429, code: 'factor_locked' })
    api.clock.advance(15 * 60_000)
    await expect(ask('BBBB-BBBB')).rejects.toMatchObject({ code: 'factor_wrong' })
  })

  it('gains nothing by a right code of their own between the guesses', async () => {
    const guesser = await api.person()
    const { userCode } = await start()
    const ask = (code: string) => api.as(guesser.authorization).findDevice({ body: { userCode: code } })
    for (let guess = 0; guess < 5; guess += 1) {
      await ask(userCode)
      await expect(ask(`CCCC-CCC${'BCDFG'.charAt(guess)}`)).rejects.toMatchObject({ code: 'factor_wrong' })
    }
    await expect(ask(userCode)).rejects.toMatchObject({ code: 'factor_locked' })
  })

  it('begins ten sign-ins a minute from one address at most', async () => {
    api.clock.advance(60_000)
    for (let started = 0; started < 10; started += 1) await api.as().startDevice()
    await expect(api.as().startDevice()).rejects.toMatchObject({ status: 429, code: 'rate_limited' })
  })
})
