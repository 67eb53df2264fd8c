import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let owner: { id: string; authorization: string }

beforeAll(async () => {
  api = await testApi()
  owner = await api.person({ role: 'owner', organization: await api.organization('acme') })
})

const tokenOf = (link: string) => link.split('#')[1] ?? ''
const params = { org: 'acme' }

describe('people', () => {
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

  it('wrong passwords from one address lock out neither the person nor strangers at other addresses', async () => {
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
})
