import { type Operation, operations } from '@mkt/contract/api'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { PASSWORD, withSecondFactor } from '../../testing/identity/second-factor.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
const params = { org: 'acme' }
const STALE_MS = 5 * 60_000 + 1

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
})

describe('a fresh factor', () => {
  it('is asked for by everything that shows a secret once, and by every operation the list names', () => {
    const rows = Object.entries(operations as Record<string, Operation>)
    const asking = rows.filter(([, row]) => row.stepUp !== undefined).map(([id]) => id)
    const named = ['createApiKey', 'regenerateApiKey', 'revokeApiKey', 'transferOwnership', 'uninstallInstallation']
    expect(asking).toEqual(expect.arrayContaining([...named, 'suspendListing', 'rotateCallerSecret']))
    const showing = rows.filter(([, row]) => row.showsSecret === true).map(([id]) => id)
    const before = [
      'signIn',
      'createToken',
      'completeSignIn',
      'completeSso',
      'completeTool',
      'startDevice',
      'completeDevice',
      'beginPasskeySignIn',
      'signInWithPasskey',
    ]
    // A ticket is good for one connection, for seconds; a connection that was lost is made again while nobody is there to prove anything.
    const tickets = ['openTunnel']
    expect(showing.filter((id) => !asking.includes(id)).sort()).toEqual(
      [...before, 'beginPasskeyStepUp', ...tickets].sort(),
    )
  })

  it('is not skipped by calling the API directly, and counts for five minutes of one session', async () => {
    const owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: acme }))
    const create = (client = owner.client) => client.createApiKey({ params, body: { name: 'ci' } })
    await create()
    api.clock.advance(STALE_MS)
    await expect(create()).rejects.toMatchObject({ status: 403, code: 'step_up_required', body: { needs: 'factor' } })
    // The password proves nothing to somebody with a second factor.
    await expect(owner.client.stepUp({ body: { password: PASSWORD } })).rejects.toMatchObject({ code: 'factor_wrong' })
    await owner.client.stepUp({ body: { code: owner.app.next() } })
    await create()
    // Another session of the same person is not fresh by that.
    const { token } = await api.as().signIn({ body: { email: owner.email, password: PASSWORD } })
    const other = await api.as().completeSignIn({ body: { token, code: owner.app.next() } })
    api.clock.advance(STALE_MS)
    await owner.client.stepUp({ body: { code: owner.app.next() } })
    await expect(create(api.as(`Bearer ${other.token}`))).rejects.toMatchObject({ code: 'step_up_required' })
  })

  it('is not asked of people who have none, nor of API keys', async () => {
    const owner = await api.person({ role: 'owner', organization: acme })
    api.clock.advance(STALE_MS)
    await expect(
      api.as(owner.authorization).createApiKey({ params, body: { name: 'no factor' } }),
    ).resolves.toBeDefined()
  })

  it('of a person without a second factor is the password, asked for before the first factor is added', async () => {
    const person = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
    await person.client.removeTotp()
    api.clock.advance(STALE_MS)
    await expect(person.client.beginTotp()).rejects.toMatchObject({ body: { needs: 'password' } })
    await expect(person.client.stepUp({ body: { password: 'wrong' } })).rejects.toMatchObject({ code: 'factor_wrong' })
    await person.client.stepUp({ body: { password: PASSWORD } })
    await expect(person.client.beginTotp()).resolves.toBeDefined()
  })

  it('is limited like signing in', async () => {
    const owner = await withSecondFactor(api, await api.person({ role: 'owner', organization: acme }))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => owner.client.stepUp({ body: { code: '000000' } })),
    )
    const codes = outcomes.map((one) => (one.status === 'rejected' ? (one.reason as { code: string }).code : ''))
    expect(codes.filter((code) => code === 'factor_locked')).toHaveLength(1)
  })
})

describe('sessions', () => {
  it('show device, place, way of signing in and last use, and end everywhere at once', async () => {
    const person = await withSecondFactor(api, await api.person({ role: 'admin', organization: acme }))
    const begin = async () => {
      const { token } = await api.as().signIn({ body: { email: person.email, password: PASSWORD } })
      return (await api.as().completeSignIn({ body: { token, code: person.app.next() } })).token
    }
    const [one, two] = [await begin(), await begin()]
    const { items } = await api.as(`Bearer ${one}`).listSessions()
    expect(items).toHaveLength(3)
    expect(items.find((row) => row.current)).toMatchObject({
      method: 'password',
      secondFactor: true,
      address: '127.0.0.1',
      lastAddress: '127.0.0.1',
    })
    await api.as(`Bearer ${one}`).endAllSessions({ query: { keep: 'current' } })
    await expect(api.as(`Bearer ${two}`).getMe()).rejects.toMatchObject({ status: 401 })
    await expect(person.client.getMe()).rejects.toMatchObject({ status: 401 })
    await api.as(`Bearer ${one}`).endAllSessions()
    await expect(api.as(`Bearer ${one}`).getMe()).rejects.toMatchObject({ status: 401 })
  })
})
