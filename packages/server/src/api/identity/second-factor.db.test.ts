import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { clearFactorAttempts, takeFactorAttempt } from '../../store/identity/factor-attempts.ts'
import { PASSWORD, withSecondFactor } from '../../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
})

const member = async (role: 'owner' | 'admin' = 'admin') =>
  withSecondFactor(api, await api.person({ role, organization: acme }))
const firstStep = (email: string) => api.as().signIn({ body: { email, password: PASSWORD } })

describe('signing in with a second factor', () => {
  it('takes two steps: the token of the first is good for nothing but the second, which gives a new one', async () => {
    const person = await member()
    const first = await firstStep(person.email)
    expect(first).toMatchObject({ secondFactor: ['totp', 'recovery-code'], organizations: [] })
    await expect(api.as(`Bearer ${first.token}`).getMe()).rejects.toMatchObject({ status: 401 })
    const session = await api.as().completeSignIn({ body: { token: first.token, code: person.app.next() } })
    expect(session).toMatchObject({ secondFactor: null, organizations: [{ name: 'acme' }] })
    expect(session.token).not.toBe(first.token)
    const me = await api.as(`Bearer ${session.token}`).getMe()
    expect(me.secondFactor).toEqual({ set: true, proved: true })
    // The first step is used up.
    await expect(
      api.as().completeSignIn({ body: { token: first.token, code: person.app.next() } }),
    ).rejects.toMatchObject({ code: 'sign_in_expired' })
  })

  it('sets the cookie of the console with the second step only', async () => {
    const person = await member()
    const post = (url: string, payload: object) => api.app.inject({ method: 'POST', url: `/api/v1${url}`, payload })
    const first = await post('/session', { email: person.email, password: PASSWORD })
    expect(first.headers['set-cookie']).toBeUndefined()
    const { token } = first.json()
    const second = await post('/session/second-factor', { token, code: person.app.next() })
    expect(String(second.headers['set-cookie'])).toContain('HttpOnly; SameSite=Strict')
  })

  it('refuses TOTP reuse: a code that was used, within its own window and in another sign-in', async () => {
    const person = await member()
    const code = person.app.next()
    const one = await firstStep(person.email)
    await api.as().completeSignIn({ body: { token: one.token, code } })
    const two = await firstStep(person.email)
    await expect(api.as().completeSignIn({ body: { token: two.token, code } })).rejects.toMatchObject({
      status: 403,
      code: 'factor_wrong',
    })
  })

  it('lets one of two requests in that send the same code at once', async () => {
    const person = await member()
    const code = person.app.next()
    const steps = await Promise.all([firstStep(person.email), firstStep(person.email)])
    const outcomes = await Promise.allSettled(
      steps.map(({ token }) => api.as().completeSignIn({ body: { token, code } })),
    )
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('gives ten recovery codes and refuses one that is used twice', async () => {
    const person = await member()
    expect(new Set(person.recoveryCodes).size).toBe(10)
    const use = async (recoveryCode: string) =>
      api.as().completeSignIn({ body: { token: (await firstStep(person.email)).token, recoveryCode } })
    const code = person.recoveryCodes[3] ?? ''
    await use(code.toUpperCase())
    await expect(use(code)).rejects.toMatchObject({ code: 'factor_wrong' })
    expect(await person.client.getFactors()).toMatchObject({ totp: true, recoveryCodes: 9 })
  })

  it('ends brute force over codes of an account: five wrong ones lock it, from wherever they come, and the right one does not help', async () => {
    const person = await member()
    const { token } = await firstStep(person.email)
    const guesses = await Promise.allSettled(
      Array.from({ length: 12 }, () => api.as().completeSignIn({ body: { token, code: '000000' } })),
    )
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { code: string }).code : ''))
    expect(codes.filter((code) => code === 'factor_wrong')).toHaveLength(5)
    expect(codes.filter((code) => code === 'factor_locked')).toHaveLength(7)
    const right = () => api.as().completeSignIn({ body: { token, code: person.app.now() } })
    await expect(right()).rejects.toMatchObject({ status: 429, code: 'factor_locked' })
    api.clock.advance(16 * 60_000)
    const again = await firstStep(person.email)
    await api.as().completeSignIn({ body: { token: again.token, code: person.app.next() } })
  })

  it('ends brute force over codes of many accounts: the address is locked', async () => {
    const [one, another] = [await member(), await member()]
    const now = api.clock.now()
    const limit = { holder: 'address:127.0.0.1', most: 50, lockedUntil: new Date(now.getTime() + 900_000), now }
    await clearFactorAttempts(api.platform.db, limit.holder)
    for (let guess = 0; guess < 49; guess += 1) await takeFactorAttempt(api.platform.db, limit)
    const { token } = await firstStep(one.email)
    const wrong = api.as().completeSignIn({ body: { token, code: '000000' } })
    await expect(wrong).rejects.toMatchObject({ code: 'factor_wrong' })
    const { token: other } = await firstStep(another.email)
    const right = api.as().completeSignIn({ body: { token: other, code: another.app.next() } })
    await expect(right).rejects.toMatchObject({ status: 429, code: 'factor_locked' })
    await clearFactorAttempts(api.platform.db, limit.holder)
  })

  it('expires with its first step after five minutes', async () => {
    const person = await member()
    const { token } = await firstStep(person.email)
    api.clock.advance(5 * 60_000)
    await expect(api.as().completeSignIn({ body: { token, code: person.app.next() } })).rejects.toMatchObject({
      code: 'sign_in_expired',
    })
  })

  it('keeps the secret sealed and the recovery codes hashed', async () => {
    const person = await member()
    const rows = await api.platform.db.selectFrom('totp').selectAll().where('person_id', '=', person.id).execute()
    expect(JSON.stringify(rows)).not.toContain(person.secret)
    const codes = await api.platform.db.selectFrom('recovery_code').selectAll().execute()
    for (const code of person.recoveryCodes)
      expect(codes.some((row) => row.code_hash.toString('utf8').includes(code.replaceAll('-', '')))).toBe(false)
  })
})

describe('an authenticator app', () => {
  it('protects nothing before its first code, and cannot be replaced by somebody who has only the session', async () => {
    const person = await api.person({ role: 'viewer', organization: acme })
    const client = api.as(person.authorization)
    await client.beginTotp()
    expect(await client.getFactors()).toMatchObject({ totp: false })
    const owner = await member('owner')
    api.clock.advance(6 * 60_000)
    await expect(owner.client.beginTotp()).rejects.toMatchObject({ code: 'step_up_required' })
    await expect(owner.client.removeTotp()).rejects.toMatchObject({ code: 'step_up_required' })
  })

  it('is removed with the recovery codes by an operator for a person who lost everything, and all sessions end', async () => {
    const person = await member()
    const operator = await api.person({ platformRole: 'operator' })
    await api.as(operator.authorization).resetFactors({ params: { id: person.id } })
    await expect(person.client.getMe()).rejects.toMatchObject({ status: 401 })
    expect((await firstStep(person.email)).secondFactor).toBeNull()
  })
})

describe('an organization that requires a second factor', () => {
  it('shuts out open sessions without one at once, says why, and lets them in after they set one up', async () => {
    const strict = await api.organization('strict')
    const owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: strict }))
    const developer = await api.person({ role: 'developer', organization: strict })
    const params = { org: 'strict' }
    await expect(api.as(developer.authorization).getOrganization({ params })).resolves.toMatchObject({ name: 'strict' })
    await owner.client.changeSignInPolicy({ params, body: { requireMfa: true } })
    await expect(api.as(developer.authorization).getOrganization({ params })).rejects.toMatchObject({
      status: 403,
      code: 'second_factor_required',
    })
    const me = await api.as(developer.authorization).getMe()
    expect(me).toMatchObject({ organizations: [], withheld: { organizations: [{ name: 'strict' }] } })
    const other = await api.person()
    await expect(api.as(other.authorization).getOrganization({ params })).rejects.toMatchObject({ status: 404 })
    await withSecondFactor(api, developer)
    await expect(api.as(developer.authorization).getOrganization({ params })).resolves.toMatchObject({ name: 'strict' })
    await expect(api.as(developer.authorization).removeTotp()).rejects.toMatchObject({ code: 'factor_needed' })
  })

  it('cannot be made one by an owner who has none, so the last owner is not locked out', async () => {
    const organization = await api.organization('careless')
    const owner = await api.person({ role: 'owner', organization })
    const params = { org: 'careless' }
    await expect(
      api.as(owner.authorization).changeSignInPolicy({ params, body: { requireMfa: true } }),
    ).rejects.toMatchObject({ status: 409, code: 'factor_missing' })
  })
})

describe('people of the platform', () => {
  it('have no rights without a second factor outside a laptop, and need none on it', async () => {
    const operator = await api.person({ platformRole: 'operator' })
    const client = api.as(operator.authorization)
    await expect(client.listPeople()).resolves.toBeDefined()
    api.platform.policy.laptop = false
    try {
      await expect(client.listPeople()).rejects.toMatchObject({ code: 'second_factor_required' })
      expect((await client.getMe()).withheld.platformRole).toBe('operator')
      await withSecondFactor(api, operator)
      await expect(client.listPeople()).resolves.toBeDefined()
    } finally {
      api.platform.policy.laptop = true
    }
  })
})
