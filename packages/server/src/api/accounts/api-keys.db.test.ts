import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
let owner: { id: string; authorization: string }

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  owner = await api.person({ role: 'owner', organization: acme })
})

const params = { org: 'acme' }

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
    const late = await api.as().createToken({ body: { clientId: key.clientId, apiKey: key.secret } })
    api.clock.advance(61_000)
    for (const former of [token, late.token])
      await expect(api.as(`Bearer ${former}`).getMe()).rejects.toMatchObject({ status: 401 })
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
