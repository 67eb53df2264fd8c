import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { softwareAuthenticator } from '../../testing/identity/authenticator.ts'
import { PASSWORD, withSecondFactor } from '../../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
const SITE = 'http://localhost:7070'

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
})

/** A request of a browser at an address of the console. */
async function send(path: string, payload: object, options: { authorization?: string; origin?: string } = {}) {
  const { authorization, origin = SITE } = options
  const headers = { origin, ...(authorization === undefined ? {} : { authorization }) }
  const answer = await api.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers })
  return { status: answer.statusCode, ...(answer.body === '' ? {} : answer.json()) }
}

async function withPasskey(device = softwareAuthenticator()) {
  const person = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
  const { authorization } = person
  const { token, options } = await send('/me/passkeys/options', {}, { authorization })
  const body = { token, name: 'Laptop', response: device.create(options.challenge) }
  expect(await send('/me/passkeys', body, { authorization })).toMatchObject({ status: 201 })
  return { ...person, device }
}
const begin = () => send('/session/passkey/options', {})

describe('a passkey', () => {
  it('signs in alone, with both factors, and shows when it was used', async () => {
    const { device, email, client } = await withPasskey()
    const { token, options } = await begin()
    const session = await send('/session/passkey', { token, response: device.get(options.challenge) })
    expect(session).toMatchObject({ status: 200, person: { email }, secondFactor: null })
    const me = await api.as(`Bearer ${session.token}`).getMe()
    expect(me.secondFactor).toEqual({ set: true, proved: true })
    const { passkeys } = await client.getFactors()
    expect(passkeys).toMatchObject([{ name: 'Laptop' }])
    expect(passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  it('is a second step after the password, for its own person alone', async () => {
    const { device, email } = await withPasskey()
    const stranger = await withPasskey()
    const first = await api.as().signIn({ body: { email, password: PASSWORD } })
    expect(first.secondFactor).toContain('passkey')
    const complete = async (signer: typeof device) => {
      const { token, options } = await send('/session/passkey/options', { token: first.token })
      const passkey = { token, response: signer.get(options.challenge) }
      return send('/session/second-factor', { token: first.token, passkey })
    }
    expect(await complete(stranger.device)).toMatchObject({ status: 403, code: 'passkey_refused' })
    expect(await complete(device)).toMatchObject({ status: 200 })
  })

  it('stays while it is the only way its person can sign in, also when two are removed at once', async () => {
    const { authorization, client, id: personId } = await withPasskey()
    const { token, options } = await send('/me/passkeys/options', {}, { authorization })
    const second = { token, name: 'Phone', response: softwareAuthenticator().create(options.challenge) }
    expect(await send('/me/passkeys', second, { authorization })).toMatchObject({ status: 201 })
    // An account that a directory made has no password.
    await api.platform.db.updateTable('person').set({ password_hash: null }).where('id', '=', personId).execute()
    const ids = (await client.getFactors()).passkeys.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    const removed = await Promise.allSettled(ids.map((id) => client.removePasskey({ params: { id } })))
    expect(removed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refusal = removed.find((one) => one.status === 'rejected')
    expect(refusal?.reason).toMatchObject({ code: 'sign_in_needed', status: 409 })
    expect((await client.getFactors()).passkeys).toHaveLength(1)
  })

  it('makes a session fresh', async () => {
    const { device, authorization, client } = await withPasskey()
    api.clock.advance(6 * 60_000)
    await expect(client.createRecoveryCodes()).rejects.toMatchObject({ code: 'step_up_required' })
    const { token, options } = await send('/me/step-up/passkey/options', {}, { authorization })
    const passkey = { token, response: device.get(options.challenge) }
    expect(await send('/me/step-up', { passkey }, { authorization })).toMatchObject({ status: 204 })
    await expect(client.createRecoveryCodes()).resolves.toBeDefined()
  })

  it('of another relying party is refused, and so is one that signs at another site', async () => {
    const { device } = await withPasskey()
    const sites = [
      { id: 'evil.example', origin: SITE },
      { id: 'localhost', origin: 'http://evil.example' },
    ]
    for (const at of sites) {
      const { token, options } = await begin()
      const body = { token, response: device.get(options.challenge, { at }) }
      expect(await send('/session/passkey', body)).toMatchObject({ code: 'passkey_refused' })
    }
    const person = await withSecondFactor(api, await api.person({ role: 'viewer', organization: acme }))
    const { authorization } = person
    const { token, options } = await send('/me/passkeys/options', {}, { authorization })
    const foreign = softwareAuthenticator().create(options.challenge, { id: 'evil.example', origin: SITE })
    const added = await send('/me/passkeys', { token, name: 'x', response: foreign }, { authorization })
    expect(added).toMatchObject({ code: 'passkey_refused' })
  })

  it('is refused without finger, face or PIN, with a signature of another key, and as a copy with an older counter', async () => {
    const { device } = await withPasskey()
    const sign = async (make: (challenge: string) => object) => {
      const { token, options } = await begin()
      return send('/session/passkey', { token, response: make(options.challenge) })
    }
    expect(await sign((challenge) => device.get(challenge, { verified: false }))).toMatchObject({ status: 403 })
    const forged = softwareAuthenticator()
    expect(await sign((challenge) => ({ ...forged.get(challenge), id: device.id, rawId: device.id }))).toMatchObject({
      code: 'passkey_refused',
    })
    expect(await sign((challenge) => device.get(challenge))).toMatchObject({ status: 200 })
    device.rewind(0)
    expect(await sign((challenge) => device.get(challenge))).toMatchObject({ code: 'passkey_refused' })
  })

  it('answers a challenge once, its own, within five minutes', async () => {
    const { device } = await withPasskey()
    const { token, options } = await begin()
    const response = device.get(options.challenge)
    expect(await send('/session/passkey', { token, response })).toMatchObject({ status: 200 })
    expect(await send('/session/passkey', { token, response })).toMatchObject({ code: 'sign_in_expired' })
    const other = await begin()
    expect(await send('/session/passkey', { token: other.token, response })).toMatchObject({ code: 'passkey_refused' })
    const late = await begin()
    api.clock.advance(5 * 60_000)
    const body = { token: late.token, response: device.get(late.options.challenge) }
    expect(await send('/session/passkey', body)).toMatchObject({ code: 'sign_in_expired' })
  })

  it('belongs to one person, and answers full of nonsense are refused without a fault', async () => {
    const { device } = await withPasskey()
    const person = await withSecondFactor(api, await api.person({ role: 'viewer', organization: acme }))
    const { authorization } = person
    const again = await send('/me/passkeys/options', {}, { authorization })
    const body = { token: again.token, name: 'x', response: device.create(again.options.challenge) }
    expect(await send('/me/passkeys', body, { authorization })).toMatchObject({ code: 'passkey_refused' })
    for (const response of [{}, { id: device.id }, { id: device.id, response: { signature: 'AA' } }, { id: 7 }]) {
      const { token } = await begin()
      expect(await send('/session/passkey', { token, response })).toMatchObject({ code: 'passkey_refused' })
    }
  })
})
