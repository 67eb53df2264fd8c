import { describe, expect, it } from 'vitest'
import { issuePullCredential } from '../actions/pull-credential.ts'
import { askRegistry } from '../testing/ask-registry.ts'
import { testRegistry } from '../testing/registry.ts'

const test = await testRegistry()
const acme = await test.repository('acme', 'rater')
await test.repository('acme', 'second')
await test.repository('other', 'rater')
const { ask, pushManifest } = askRegistry(test, acme)

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

  it('an engine pulls with a credential for one repository, for a time, and pushes nothing', async () => {
    await pushManifest('for-engine')
    const { username, password } = await issuePullCredential(test.platform, acme.listing)
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/manifests/for-engine', { authorization })).status).toBe(200)
    expect((await ask('/v2/acme/second/tags/list', { authorization })).status).toBe(401)
    expect((await ask('/v2/acme/rater/blobs/uploads/', { method: 'POST', authorization })).status).toBe(401)
    const expired = await issuePullCredential(test.platform, acme.listing, -1)
    const late = `Basic ${Buffer.from(`engine:${expired.password}`).toString('base64')}`
    expect((await ask('/v2/acme/rater/tags/list', { authorization: late })).status).toBe(401)
  })
})
