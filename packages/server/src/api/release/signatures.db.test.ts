import { generateKeyPairSync } from 'node:crypto'
import { digestOf, pushImage, signImage } from '@mkt/oci'
import { beforeAll, describe, expect, it } from 'vitest'
import { imageOf } from '../../../../oci/src/testing/image-of.ts'
import { askRegistry } from '../../testing/http/ask-registry.ts'
import { type TestRegistry, type TestRepository, testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

let test: TestRegistry
let made: ReturnType<typeof testReleases>
beforeAll(async () => {
  test = await testRegistry()
  made = testReleases(test)
})

const pair = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/** Pushes an image of the app and, with a key, its signature; gives back what a release of it needs. */
async function pushed(app: TestRepository, version: string, key?: string, tag?: (digest: string) => string) {
  const manifest = { name: app.listing.name, version }
  const image = await imageOf([[{ path: 'platform-app.json', content: JSON.stringify(manifest) }]])
  const to = { registry: test.origin, repository: app.listing.name, credentials: app.credentials }
  await pushImage(image, to)
  if (key !== undefined) {
    const signature = signImage(image, { key, reference: app.listing.name })
    await pushImage(signature, to, tag === undefined ? {} : { tag: tag(image.digest) })
  }
  test.clock.advance(1_000)
  return { manifest, imageDigest: image.digest }
}

describe('a signed release', () => {
  it('names the key and whose it is; keys of others and unknown ones do not count', async () => {
    const app = await made.publishedApp()
    const client = test.as(app.authorization)
    const admin = test.as((await test.person({ role: 'admin', organization: app.organization })).authorization)
    const org = app.organization.name
    const [ours, unknown] = [pair(), pair()]
    const key = await admin.addSigningKey({ params: { org }, body: { name: 'build', publicKey: ours.publicKey } })
    expect(key).toMatchObject({ algorithm: 'ecdsa-prime256v1', fingerprint: expect.stringMatching(/^SHA256:/) })
    const params = { id: app.listing.id }
    const signed = await client.createRelease({ params, body: await pushed(app, '1.0.0', ours.privateKey) })
    expect((await client.getSignatures({ params: { id: signed.id } })).items).toMatchObject([
      { key: { id: key.id }, text: `Signed by key build of ${org} (${key.fingerprint})` },
    ])
    const foreign = await client.createRelease({ params, body: await pushed(app, '1.1.0', unknown.privateKey) })
    expect((await client.getSignatures({ params: { id: foreign.id } })).items).toEqual([])
    const tagged = await pushed(app, '1.2.0', ours.privateKey, (digest) => `${digest.replace(':', '-')}.sig`)
    const byTag = await client.createRelease({ params, body: tagged })
    expect((await client.getSignatures({ params: { id: byTag.id } })).items).toHaveLength(1)
  })

  it('is found beside an index that speaks of the same image and has layers that are none', async () => {
    const app = await made.publishedApp()
    const client = test.as(app.authorization)
    const admin = test.as((await test.person({ role: 'admin', organization: app.organization })).authorization)
    const ours = pair()
    const key = { name: 'build', publicKey: ours.publicKey }
    await admin.addSigningKey({ params: { org: app.organization.name }, body: key })
    const image = await pushed(app, '1.0.0', ours.privateKey)
    const { ask } = askRegistry(test, app)
    const types = {
      index: 'application/vnd.oci.image.index.v1+json',
      manifest: 'application/vnd.oci.image.manifest.v1+json',
    }
    for (const layers of [[null, 7, { mediaType: 5 }, { mediaType: types.manifest, digest: '../../x' }], 'none', {}]) {
      const subject = { mediaType: types.manifest, digest: image.imageDigest, size: 2 }
      const body = JSON.stringify({ schemaVersion: 2, mediaType: types.index, manifests: [], subject, layers })
      const place = `/v2/${app.listing.name}/manifests/${digestOf(body)}`
      expect((await ask(place, { method: 'PUT', body, headers: { 'content-type': types.index } })).status).toBe(201)
    }
    const release = await client.createRelease({ params: { id: app.listing.id }, body: image })
    expect((await client.getSignatures({ params: { id: release.id } })).items).toHaveLength(1)
  })

  it('is asked for by a listing that takes no other, by a key in use', async () => {
    const app = await made.publishedApp()
    const client = test.as(app.authorization)
    const admin = test.as((await test.person({ role: 'admin', organization: app.organization })).authorization)
    const { publicKey, privateKey } = pair()
    const body = { name: 'second', publicKey }
    const key = await admin.addSigningKey({ params: { org: app.organization.name }, body })
    const params = { id: app.listing.id }
    expect(await client.changeListing({ params, body: { signedReleasesOnly: true } })).toMatchObject({
      signedReleasesOnly: true,
    })
    const refused = { status: 409, code: 'release_unsigned' }
    await expect(client.createRelease({ params, body: await pushed(app, '1.0.0') })).rejects.toMatchObject(refused)
    const signed = await pushed(app, '1.0.0', privateKey)
    expect(await client.createRelease({ params, body: signed })).toMatchObject({ state: 'CHECKED' })
    await admin.retireSigningKey({ params: { id: key.id } })
    const late = await pushed(app, '1.1.0', privateKey)
    await expect(client.createRelease({ params, body: late })).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('which is retired'),
    })
  })

  it('needs public keys that can be used, each once, registered by admins', async () => {
    const app = await made.publishedApp()
    const org = app.organization.name
    const admin = test.as((await test.person({ role: 'admin', organization: app.organization })).authorization)
    const { publicKey, privateKey } = pair()
    const add = (key: string) => admin.addSigningKey({ params: { org }, body: { name: 'key', publicKey: key } })
    await expect(add(privateKey)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('private key'),
    })
    await add(publicKey)
    await expect(add(publicKey)).rejects.toMatchObject({ status: 409 })
    const developer = test.as((await test.person({ role: 'developer', organization: app.organization })).authorization)
    const body = { name: 'key', publicKey }
    await expect(developer.addSigningKey({ params: { org }, body })).rejects.toMatchObject({ status: 403 })
  })
})
