import { request as httpRequest } from 'node:http'
import { digestOf, pushImage } from '@mkt/oci'
import { expect, it } from 'vitest'
import { imageOf } from '../../../oci/src/testing/image-of.ts'
import { collectBlobs } from '../actions/image/collect-blobs.ts'
import { publishListing } from '../actions/listing/move-listing.ts'
import { byPlatform } from '../actions/platform/origin.ts'
import { createRelease } from '../actions/release/create-release.ts'
import { type TestRepository, testRegistry } from '../testing/images/registry.ts'
import { eventually } from '../testing/run/eventually.ts'

const DAY = 86_400_000
const test = await testRegistry({ imageBytes: 60_000, organizationBytes: 100_000 })
const { platform } = test

const toRegistry = (app: TestRepository) => ({
  registry: test.origin,
  repository: app.listing.name,
  credentials: app.credentials,
})

/** Text that does not compress, so that sizes are what they seem. */
function noise(size: number, seed: string): string {
  let text = ''
  for (let part = seed; text.length < size; part = digestOf(part)) text += part.slice(7)
  return text.slice(0, size)
}

async function ask(app: TestRepository, path: string, method = 'GET', body?: Buffer) {
  const answer = await fetch(`${test.origin}/v2/${app.listing.name}/${path}`, {
    method,
    headers: { authorization: app.authorization, 'content-type': 'application/octet-stream' },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

async function pushText(app: TestRepository, content: string) {
  return ask(app, `blobs/uploads/?digest=${digestOf(content)}`, 'POST', Buffer.from(content))
}

it('an upload beyond the quota of an image is refused and leaves nothing behind', async () => {
  const app = await test.repository('big-image', 'rater')
  const content = noise(70_000, 'a')
  const refused = await pushText(app, content)
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('Make the image smaller')
  expect((await ask(app, `blobs/${digestOf(content)}`)).status).toBe(404)
  expect(await platform.blobs.uploads()).toEqual([])
})

it('an image whose layers together exceed the quota is refused', async () => {
  const app = await test.repository('sum-of-layers', 'rater')
  const layers = ['a', 'b'].map((seed) => [{ path: seed, content: noise(45_000, `sum${seed}`) }])
  const image = await imageOf(layers, { packing: 'plain' })
  await expect(pushImage(image, toRegistry(app))).rejects.toThrow(/The image has .*at most/)
})

it('an organization over its quota cannot push; a blob that several apps share counts once', async () => {
  const first = await test.repository('crowded', 'first')
  const second = await test.repository('crowded', 'second')
  const shared = noise(50_000, 'shared')
  expect((await pushText(first, shared)).status).toBe(201)
  expect((await pushText(second, shared)).status).toBe(201)
  expect((await pushText(first, noise(40_000, 'more'))).status).toBe(201)
  const refused = await pushText(second, noise(20_000, 'too much'))
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('crowded')
})

async function released(organization: string) {
  const app = await test.repository(organization, 'rater')
  await publishListing(platform, app.listing.id, byPlatform)
  const manifest = { name: app.listing.name, version: '1.0.0' }
  const image = await imageOf([[{ path: 'platform-app.json', content: JSON.stringify(manifest) }]])
  await pushImage(image, toRegistry(app))
  await createRelease(platform, { listing: app.listing, manifest, imageDigest: image.digest }, byPlatform)
  return { app, image }
}

it('the tag of a release never moves, and neither it nor its image can be deleted', async () => {
  const { app, image } = await released('fixed')
  const other = await imageOf([[{ path: 'other', content: 'x' }]])
  await expect(pushImage(other, toRegistry(app), { tag: '1.0.0' })).rejects.toThrow(/never moves/)
  await pushImage(image, toRegistry(app), { tag: '1.0.0' })
  expect((await ask(app, 'manifests/1.0.0', 'DELETE')).status).toBe(403)
  expect((await ask(app, `manifests/${image.digest}`, 'DELETE')).status).toBe(403)
})

it('what nothing refers to is collected after its time, and what a release or a tag needs stays', async () => {
  const { app, image } = await released('collected')
  const tagged = await imageOf([[{ path: 'tagged', content: 'tagged' }]])
  await pushImage(tagged, toRegistry(app), { tag: 'mine' })
  const untagged = await imageOf([[{ path: 'untagged', content: 'untagged' }]])
  await pushImage(untagged, toRegistry(app))
  await pushText(app, 'a blob without an image')
  const begun = await ask(app, 'blobs/uploads/', 'POST')
  const location = begun.headers.get('location') ?? ''
  await fetch(`${test.origin}${location}`, {
    method: 'PATCH',
    headers: { authorization: app.authorization },
    body: 'half',
  })

  const young = await collectBlobs(platform)
  expect(young).toEqual({ uploads: 0, images: 0, blobs: 0 })

  test.clock.advance(2 * DAY)
  const twoDays = await collectBlobs(platform)
  expect(twoDays.images).toBe(0)
  expect(twoDays.uploads).toBeGreaterThanOrEqual(1)
  expect(await platform.blobs.size(digestOf('a blob without an image'))).toBeUndefined()
  expect(await platform.blobs.uploads()).toEqual([])
  expect((await ask(app, `manifests/${untagged.digest}`)).status).toBe(200)

  test.clock.advance(7 * DAY)
  expect((await collectBlobs(platform)).images).toBeGreaterThanOrEqual(1)
  expect((await ask(app, `manifests/${untagged.digest}`)).status).toBe(404)
  expect(await platform.blobs.size(untagged.layers[0]?.digest ?? '')).toBeUndefined()
  for (const kept of [image, tagged]) {
    expect((await ask(app, `manifests/${kept.digest}`)).status).toBe(200)
    for (const blob of [...kept.layers, kept.manifest.config])
      expect(await platform.blobs.size(blob.digest)).toBe(blob.size)
  }
})

it('a blob whose bytes were lost counts as absent, so that the next push brings them back', async () => {
  const app = await test.repository('lost', 'rater')
  const digest = digestOf('will be lost')
  await pushText(app, 'will be lost')
  await platform.blobs.remove(digest)
  expect((await ask(app, `blobs/${digest}`, 'HEAD')).status).toBe(404)
  expect((await pushText(app, 'will be lost')).status).toBe(201)
  expect((await ask(app, `blobs/${digest}`)).text).toBe('will be lost')
})

it('pushing the same blob many times at once leaves one blob and no upload', async () => {
  const app = await test.repository('at-once', 'rater')
  const content = noise(5_000, 'at once')
  const answers = await Promise.all(Array.from({ length: 8 }, () => pushText(app, content)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
  expect((await ask(app, `blobs/${digestOf(content)}`)).text).toBe(content)
  expect(await platform.blobs.uploads()).toEqual([])
})

it('concurrent uploads together stay within the quota, also before the first has ended', async () => {
  const app = await test.repository('hurried', 'rater')
  const slow = new AbortController()
  try {
    for (let count = 0; count < 2; count += 1) {
      const begun = await ask(app, 'blobs/uploads/', 'POST')
      const url = new URL(begun.headers.get('location') ?? '', test.origin)
      const headers = { authorization: app.authorization, 'content-length': '48000' }
      const sender = httpRequest(url, { method: 'PATCH', headers, signal: slow.signal })
      sender.on('error', () => {})
      sender.write('x')
    }
    await eventually(async () => {
      const rows = await platform.db
        .selectFrom('blob_upload')
        .select('size')
        .where('listing_id', '=', app.listing.id)
        .execute()
      expect(rows.map(({ size }) => Number(size))).toEqual([48_000, 48_000])
    })
    expect((await pushText(app, noise(5_000, 'hurried'))).status).toBe(403)
  } finally {
    slow.abort()
  }
})

it('manifests count against the quota of an organization', async () => {
  const app = await test.repository('wordy', 'rater')
  const statuses: number[] = []
  const config = '{}'
  expect((await pushText(app, config)).status).toBe(201)
  for (const seed of ['a', 'b', 'c', 'd']) {
    const mediaType = 'application/vnd.oci.image.manifest.v1+json'
    const part = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(config), size: 2 }
    const manifest = { schemaVersion: 2, mediaType, config: part, layers: [], annotations: { a: noise(40_000, seed) } }
    const answer = await fetch(`${test.origin}/v2/${app.listing.name}/manifests/${seed}`, {
      method: 'PUT',
      headers: { authorization: app.authorization, 'content-type': mediaType },
      body: JSON.stringify(manifest),
    })
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([201, 201, 403, 403])
})
