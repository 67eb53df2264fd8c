import { furtherAccess } from '@mkt/contract/api'
import { describe, expect, it } from 'vitest'
import { issuePullCredential } from '../actions/image/pull-credential.ts'
import { QueueFull } from '../lib/sharing/fair-queue.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
await test.repository('other', 'rater')
const { ask, pushBlob, pushManifest } = askRegistry(test, acme)

describe('signing in', () => {
  it('without credentials the client is told where to get a token', async () => {
    const answer = await ask('/v2/', { authorization: null })
    expect(answer).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(answer.headers.get('www-authenticate')).toBe(`Bearer realm="${test.origin}/v2/token",service="mkt"`)
    expect(answer.headers.get('docker-distribution-api-version')).toBe('registry/2.0')
  })

  it('client ID and API key work by Basic, and for a token', async () => {
    expect((await ask('/v2/')).status).toBe(200)
    const given = await ask('/v2/token?service=mkt&scope=repository:acme/rater:pull,push')
    const { token, expires_in } = JSON.parse(given.bytes.toString())
    expect(expires_in).toBeGreaterThan(60)
    expect((await ask('/v2/', { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  it('a wrong key gets neither', async () => {
    const authorization = `Basic ${Buffer.from(`${acme.credentials.username}:wrong`).toString('base64')}`
    expect((await ask('/v2/', { authorization })).status).toBe(401)
    expect((await ask('/v2/token', { authorization })).status).toBe(401)
    expect((await ask('/v2/', { authorization: 'Bearer nonsense' })).status).toBe(401)
    const unstorable = `Basic ${Buffer.from('a\0b:wrong').toString('base64')}`
    for (const path of ['/v2/', '/v2/token', '/api/v1/me'])
      expect((await ask(path, { authorization: unstorable })).status, path).toBe(401)
  })

  it('a credential is looked up in the turn of its address, also that of an engine, and who comes too often is told to wait', async () => {
    const { strangers } = test.platform
    const basic = (username: string) => `Basic ${Buffer.from(`${username}:wrong`).toString('base64')}`
    const wrong = basic(acme.credentials.username)
    const parties: string[] = []
    test.platform.strangers = {
      look: async (party) => {
        parties.push(party)
        throw new QueueFull('party')
      },
    }
    try {
      for (const path of ['/v2/', '/v2/token', '/v2/acme/rater/tags/list'])
        expect(await ask(path, { authorization: wrong }), path).toMatchObject({ status: 429, code: 'TOOMANYREQUESTS' })
      for (const authorization of [basic('engine'), 'Bearer engine.wrong']) {
        const answer = await ask('/v2/acme/rater/tags/list', { authorization })
        expect(answer, authorization).toMatchObject({ status: 429, code: 'TOOMANYREQUESTS' })
        expect(answer.headers.get('retry-after')).toBe('60')
      }
    } finally {
      test.platform.strangers = strangers
    }
    expect(parties).toEqual(Array(5).fill('127.0.0.1'))
  })

  it('a key without the scope "publish" neither pushes nor pulls', async () => {
    const { authorization } = await test.key(acme.organization, ['manage'])
    expect(await ask('/v2/acme/rater/tags/list', { authorization })).toMatchObject({ status: 403, code: 'DENIED' })
  })

  it('only its organization reaches a repository; the answer does not tell whether it exists', async () => {
    for (const name of ['other/rater', 'other/absent'])
      expect(await ask(`/v2/${name}/tags/list`)).toMatchObject({ status: 403, code: 'DENIED' })
    const begun = await ask('/v2/acme/absent/blobs/uploads/', { method: 'POST' })
    expect(begun).toMatchObject({ status: 404, code: 'NAME_UNKNOWN' })
  })

  it('pushing and pulling is for those whom the access table names, for members by their session', async () => {
    const roles = ['owner', 'admin', 'developer', 'viewer'] as const
    const others = ['moderator', 'operator'] as const
    const seen: Record<string, number[]> = {}
    const expected: Record<string, number[]> = {}
    const knock = async (who: string, authorization: string, allowed: boolean) => {
      seen[who] = [
        (await ask('/v2/acme/rater/tags/list', { authorization })).status,
        (await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST', authorization })).status,
      ]
      expected[who] = allowed ? [200, 202] : [403, 403]
    }
    for (const role of roles) {
      const { authorization } = await test.person({ role, organization: acme.organization })
      const names: readonly string[] = furtherAccess.pushImage.members
      await knock(role, authorization, names.includes(role))
    }
    for (const platformRole of others)
      await knock(platformRole, (await test.person({ platformRole })).authorization, false)
    expect(seen).toEqual(expected)
  })

  it('an engine pulls with a credential for one repository, for a time, and pushes nothing', async () => {
    await pushManifest('for-engine')
    const { username, password } = await issuePullCredential(test.platform, acme.listing)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/manifests/for-engine', { authorization })).status).toBe(200)
    expect((await ask('/v2/acme/second/tags/list', { authorization })).status).toBe(401)
    expect((await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST', authorization })).status).toBe(401)
    const expired = await issuePullCredential(test.platform, acme.listing, -1_000)
    const late = `Basic ${Buffer.from(`engine:${expired.password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/tags/list', { authorization: late })).status).toBe(401)
  })
})

/** A token for the scopes, as Docker asks for it. */
async function tokenFor(scopes: string[], { authorization = acme.authorization } = {}): Promise<string> {
  const query = scopes.map((scope) => `scope=${encodeURIComponent(scope)}`).join('&')
  const given = await ask(`/v2/token?service=mkt&${query}`, { authorization })
  expect(given.status).toBe(200)
  return `Bearer ${JSON.parse(given.bytes.toString()).token}`
}

const begin = (name: string, authorization: string) =>
  ask(`/v2/${name}/blobs/uploads/`, { method: 'POST', authorization })

describe('a token of the registry', () => {
  it('does what its scopes name: several repositories, each with its own actions', async () => {
    const authorization = await tokenFor(['repository:acme/rater:pull,push', 'repository:acme/second:pull'])
    expect((await begin('acme/rater', authorization)).status).toBe(202)
    expect((await ask('/v2/acme/second/tags/list', { authorization })).status).toBe(200)
    const refused = await begin('acme/second', authorization)
    expect(refused).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    expect(refused.headers.get('www-authenticate')).toContain(
      'scope="repository:acme/second:pull,push",error="insufficient_scope"',
    )
    const both = await tokenFor(['repository:acme/rater:pull,push repository:acme/second:pull,push'])
    expect((await begin('acme/second', both)).status).toBe(202)
  })

  it('is refused for another repository, also one of its own organization', async () => {
    const authorization = await tokenFor(['repository:acme/rater:pull,push'])
    expect((await ask('/v2/acme/second/tags/list', { authorization })).status).toBe(401)
    const foreign = await tokenFor(['repository:other/rater:pull'])
    expect(await ask('/v2/other/rater/tags/list', { authorization: foreign })).toMatchObject({ status: 403 })
    const none = await tokenFor([])
    expect((await ask('/v2/', { authorization: none })).status).toBe(200)
    expect((await ask('/v2/acme/rater/tags/list', { authorization: none })).status).toBe(401)
  })

  it('is worth nothing to the publishing interface', async () => {
    const authorization = await tokenFor(['repository:acme/rater:pull,push'])
    expect((await ask('/api/v1/me')).status).toBe(200)
    expect((await ask('/api/v1/me', { authorization })).status).toBe(401)
    expect((await ask(`/api/v1/listings/${acme.listing.id}`, { authorization })).status).toBe(401)
  })

  it('lists repositories only when it was made for that', async () => {
    const without = await tokenFor(['repository:acme/rater:pull'])
    expect((await ask('/v2/_catalog', { authorization: without })).status).toBe(401)
    const authorization = await tokenFor(['registry:catalog:*'])
    expect((await ask('/v2/_catalog', { authorization })).status).toBe(200)
  })

  it('mounts only from repositories it may pull from', async () => {
    const digest = await pushBlob('to be mounted by token')
    const path = `/v2/acme/second/blobs/uploads/?mount=${digest}&from=acme/rater`
    const alone = await tokenFor(['repository:acme/second:pull,push'])
    expect((await ask(path, { method: 'POST', authorization: alone })).status).toBe(202)
    const both = await tokenFor(['repository:acme/second:pull,push', 'repository:acme/rater:pull'])
    expect((await ask(path, { method: 'POST', authorization: both })).status).toBe(201)
  })

  it('is never a long-lived one', async () => {
    const given = await ask('/v2/token?service=mkt&offline_token=true&client_id=docker&account=x')
    expect(JSON.parse(given.bytes.toString())).not.toHaveProperty('refresh_token')
  })

  it('dies with its key, and with the secret it was made with', async () => {
    const owner = test.as((await test.person({ role: 'owner', organization: acme.organization })).authorization)
    const key = await owner.createApiKey({ params: { org: 'acme' }, body: { name: 'ci' } })
    const basic = (secret: string) => `Basic ${Buffer.from(`${key.clientId}:${secret}`).toString('base64')}`
    const made = (secret: string) => tokenFor(['repository:acme/rater:pull'], { authorization: basic(secret) })
    const works = async (authorization: string) =>
      (await ask('/v2/acme/rater/tags/list', { authorization })).status === 200
    const first = await made(key.apiKey)
    const { apiKey: second } = await owner.regenerateApiKey({ params: { id: key.id }, body: { graceSeconds: 60 } })
    const graced = await made(key.apiKey)
    expect([await works(first), await works(graced)]).toEqual([true, true])
    const latest = await made(second)
    const { apiKey: third } = await owner.regenerateApiKey({ params: { id: key.id }, body: { graceSeconds: 0 } })
    expect([await works(first), await works(graced), await works(latest)]).toEqual([false, false, false])
    const last = await made(third)
    expect(await works(last)).toBe(true)
    await owner.revokeApiKey({ params: { id: key.id } })
    expect(await works(last)).toBe(false)
  })
})
