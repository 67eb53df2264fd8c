import { generateKeyPairSync } from 'node:crypto'
import { digestOf, pushImage, signImage } from '@mkt/oci'
import { expect, it } from 'vitest'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { transaction } from '../store/database/transaction.ts'
import { insertImage } from '../store/image/images.ts'
import { askRegistry } from '../testing/http/ask-registry.ts'
import { testRegistry } from '../testing/images/registry.ts'
import { testReleases } from '../testing/images/releases.ts'

const DAY = 86_400_000
const test = await testRegistry()
const made = testReleases(test)
const acme = await test.repository('acme', 'rater')
const { ask, pushManifest } = askRegistry(test, acme)
const types = {
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
}

const subjectOf = (body: string) => ({ mediaType: types.manifest, digest: digestOf(body), size: body.length })
const there = async (digest: string) => (await ask(`/v2/acme/rater/manifests/${digest}`)).status === 200

async function referrers(digest: string, filter = '') {
  const answer = await ask(`/v2/acme/rater/referrers/${digest}${filter}`)
  return JSON.parse(answer.bytes.toString()).manifests as { digest: string; artifactType?: string; size: number }[]
}

it('what speaks of an image may come before it, and is listed once it is asked for', async () => {
  const mediaType = types.manifest
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf('{}'), size: 2 }
  const later = JSON.stringify({ schemaVersion: 2, mediaType, config, layers: [], annotations: { comes: 'later' } })
  const early = await pushManifest('early', { subject: subjectOf(later), artifactType: 'application/x.scan' })
  expect(early.status).toBe(201)
  expect(await referrers(digestOf(later))).toMatchObject([{ digest: early.digest, size: early.body.length }])
})

it('an index speaks of an image too, and annotations are listed with it', async () => {
  const subject = await pushManifest('indexed', { annotations: { which: 'indexed' } })
  const annotations = { 'org.opencontainers.image.created': '2026-01-01T00:00:00Z' }
  const body = JSON.stringify({
    ...{ schemaVersion: 2, mediaType: types.index, artifactType: 'application/x.bundle', manifests: [] },
    ...{ subject: subjectOf(subject.body), annotations },
  })
  const put = await ask(`/v2/acme/rater/manifests/${digestOf(body)}`, {
    ...{ method: 'PUT', body, headers: { 'content-type': types.index } },
  })
  expect([put.status, put.headers.get('oci-subject')]).toEqual([201, subject.digest])
  expect(await referrers(subject.digest)).toMatchObject([
    { mediaType: types.index, artifactType: 'application/x.bundle', digest: digestOf(body), annotations },
  ])
})

it('referrers are listed in pages, so that an answer never holds all annotations there are', async () => {
  const subject = await pushManifest('much-spoken-of', { annotations: { which: 'much' } })
  const made = Array.from({ length: 103 }, (_, at) => digestOf(`about ${at}`))
  const { platform } = test
  const row = { listingId: acme.listing.id, mediaType: types.manifest, artifactType: null, annotations: {} }
  await transaction(platform.db, async (trx) => {
    for (const digest of made)
      await insertImage(trx, {
        ...{ ...row, digest, subjectDigest: subject.digest, bytes: Buffer.from('{}'), parts: [] },
        now: platform.clock.now(),
      })
  })
  const seen: string[] = []
  let pages = 0
  for (let path: string | undefined = `/v2/acme/rater/referrers/${subject.digest}`; path !== undefined; pages += 1) {
    const answer = await ask(path)
    seen.push(...JSON.parse(answer.bytes.toString()).manifests.map((row: { digest: string }) => row.digest))
    path = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  expect(pages).toBe(2)
  expect(seen.sort()).toEqual(made.sort())
})

it('without an artifact type that of the configuration counts, for the filter as well', async () => {
  const subject = await pushManifest('typed', { annotations: { which: 'typed' } })
  const plain = await pushManifest('plain', { subject: subjectOf(subject.body) })
  const type = encodeURIComponent('application/vnd.oci.image.config.v1+json')
  expect(await referrers(subject.digest, `?artifactType=${type}`)).toMatchObject([{ digest: plain.digest }])
  expect(await referrers(subject.digest, '?artifactType=application/x.other')).toEqual([])
})

it('what speaks of an image is deleted on request, stays as long as the image, and goes after it', async () => {
  const subject = await pushManifest('kept', { annotations: { which: 'kept' } })
  const refer = async (name: string) => {
    const about = { subject: subjectOf(subject.body), annotations: { name } }
    return (await pushManifest(name, about)).digest
  }
  const [removed, untagged] = [await refer('removed'), await refer('untagged')]
  expect((await ask(`/v2/acme/rater/manifests/${removed}`, { method: 'DELETE' })).status).toBe(202)
  expect((await ask('/v2/acme/rater/manifests/untagged', { method: 'DELETE' })).status).toBe(202)
  test.clock.advance(8 * DAY)
  await collectBlobs(test.platform)
  expect([await there(removed), await there(untagged), await there(subject.digest)]).toEqual([false, true, true])
  expect((await ask(`/v2/acme/rater/manifests/${subject.digest}`, { method: 'DELETE' })).status).toBe(202)
  expect(await there(untagged)).toBe(true)
  await collectBlobs(test.platform)
  expect(await there(untagged)).toBe(false)
  expect(await referrers(subject.digest)).toEqual([])
})

it('the signature of a release stays with it: neither its publisher nor the collector removes it', async () => {
  const app = await made.publishedApp()
  const manifest = { name: app.listing.name, version: '1.0.0' }
  const image = await imageOf([[{ path: 'platform-app.json', content: JSON.stringify(manifest) }]])
  const to = { registry: test.origin, repository: app.listing.name, credentials: app.credentials }
  await pushImage(image, to)
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const signature = signImage(image, { key, reference: app.listing.name })
  await pushImage(signature, to)
  const body = { manifest, imageDigest: image.digest }
  await test.as(app.authorization).createRelease({ params: { id: app.listing.id }, body: body as never })
  const own = askRegistry(test, app)
  const place = `/v2/${app.listing.name}/manifests/${signature.digest}`
  expect((await own.ask(place, { method: 'DELETE' })).code).toBe('DENIED')
  test.clock.advance(8 * DAY)
  await collectBlobs(test.platform)
  expect((await own.ask(place)).status).toBe(200)
})
