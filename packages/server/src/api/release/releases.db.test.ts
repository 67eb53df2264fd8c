import { createHash } from 'node:crypto'
import { openImage, pushImage } from '@mkt/oci'
import { expect, it } from 'vitest'
import { blobsOf, indexOf } from '../../../../oci/src/testing/image-of.ts'
import { renderStoredNotes } from '../../actions/release/render-notes.ts'
import { testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

const test = await testRegistry()
const { publishedApp, push, release } = testReleases(test)

it('a release whose image and manifest are right is accepted, and its version is the tag of its image', async () => {
  const app = await publishedApp()
  const made = await release(app)
  expect(made).toMatchObject({ version: '1.0.0', state: 'CHECKED', problems: [], approved: false, promotedAt: null })
  expect(made.warnings.map((warning) => warning.rule)).toEqual(['egress.undeclared', 'image.user'])
  const head = await fetch(`${test.origin}/v2/${app.listing.name}/manifests/1.0.0`, {
    method: 'HEAD',
    headers: { authorization: app.authorization },
  })
  expect(head.headers.get('docker-content-digest')).toBe(made.imageDigest)
  const shown = await test.as(app.authorization).getRelease({ params: { id: made.id } })
  expect(shown.manifest).toEqual({ name: app.listing.name, version: '1.0.0' })
})

it('release notes are Markdown, shown without what a page must not hold, and rendered again when the rules change', async () => {
  const app = await publishedApp()
  const notes = '**Flood** is rated.\n\n<script>alert(1)</script>\n\n[more](javascript:alert(1))'
  const body = { ...(await push(app)), notes } as never
  const client = test.as(app.authorization)
  const made = await client.createRelease({ params: { id: app.listing.id }, body })
  const shown = await client.getRelease({ params: { id: made.id } })
  expect(shown.notes).toBe(notes)
  expect(shown.notesHtml).toContain('<strong>Flood</strong>')
  expect(shown.notesHtml).not.toMatch(/<script|javascript:/)
  await test.platform.db.updateTable('release').set({ notes_rules: 0 }).where('id', '=', made.id).execute()
  expect((await client.getRelease({ params: { id: made.id } })).notesHtml).toContain('**Flood**')
  await renderStoredNotes(test.platform, 100)
  expect((await client.getRelease({ params: { id: made.id } })).notesHtml).toBe(shown.notesHtml)
  expect(await renderStoredNotes(test.platform, 100)).toBe(0)
  const long = { ...(await push(app, { manifest: { version: '1.1.0' } })), notes: 'x'.repeat(20_001) } as never
  await expect(client.createRelease({ params: { id: app.listing.id }, body: long })).rejects.toMatchObject({
    code: 'request_invalid',
  })
})

it('the manifest in the image must equal the submitted one as JSON, whatever its form', async () => {
  const app = await publishedApp()
  const manifest = { app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] } }
  const same = await release(app, {
    manifest,
    inImage: { app: { fields: [{ type: 'Text', title: 'A', name: 'a' }] }, version: '1.0.0', name: app.listing.name },
  })
  expect(same.state).toBe('CHECKED')
  const other = await release(app, {
    manifest: { version: '1.1.0' },
    inImage: { name: app.listing.name, version: '1.0.0' },
  })
  expect(other).toMatchObject({ state: 'REJECTED', problems: [{ rule: 'image.manifest', severity: 'error' }] })
})

it('of an index its linux/amd64 entry counts; an index without one is rejected', async () => {
  const app = await publishedApp()
  const to = { registry: test.origin, repository: app.listing.name, credentials: app.credentials }
  const entry = async (architecture: string, version: string) => {
    const content = JSON.stringify({ name: app.listing.name, version })
    const made = blobsOf([[{ path: 'platform-app.json', content }]], { platform: { architecture, os: 'linux' } })
    await pushImage(await openImage({ blobs: made.source, digest: made.digest }), to)
    return { made, architecture }
  }
  const releaseIndex = async (version: string, entries: Awaited<ReturnType<typeof entry>>[]) => {
    const index = indexOf(entries)
    const headers = { authorization: app.authorization, 'content-type': 'application/vnd.oci.image.index.v1+json' }
    const body = new Uint8Array(index.blobs.get(index.digest) ?? [])
    await fetch(`${test.origin}/v2/${app.listing.name}/manifests/${index.digest}`, { method: 'PUT', headers, body })
    const manifest = { name: app.listing.name, version }
    return test
      .as(app.authorization)
      .createRelease({ params: { id: app.listing.id }, body: { manifest, imageDigest: index.digest } })
  }
  const both = await releaseIndex('1.0.0', [await entry('arm64', '9.9.9'), await entry('amd64', '1.0.0')])
  expect(both).toMatchObject({ state: 'CHECKED', problems: [] })
  const arm = await releaseIndex('1.1.0', [await entry('arm64', '1.1.0')])
  expect(arm).toMatchObject({ state: 'REJECTED', problems: [{ rule: 'image.platform' }] })
})

it.each([
  ['no manifest at its root', { layers: [[{ path: 'x', content: '' }]] }, 'image.manifest'],
  ['another platform', { platform: { architecture: 'arm64', os: 'linux' } }, 'image.platform'],
  ['a layer that leaves the image', { layers: [[{ path: '../x', content: '' }]] }, 'image.invalid'],
])('an image with %s is rejected', async (_what, made, rule) => {
  const rejected = await release(await publishedApp(), made)
  expect(rejected.state).toBe('REJECTED')
  expect(rejected.problems.map((problem) => problem.rule)).toContain(rule)
})

it.each([
  ['another name', { name: 'acme/other' }, 'manifest.name.mismatch'],
  ['another variant', { targetPlatform: 'enterprise' }, 'manifest.targetPlatform.mismatch'],
  ['a broken rule', { app: { fields: [{ name: 'a', title: 'A', type: 'Select' }] } }, 'setting.values.missing'],
])('a manifest with %s is rejected', async (_what, manifest, rule) => {
  const rejected = await release(await publishedApp(), { manifest })
  expect(rejected.state).toBe('REJECTED')
  expect(rejected.problems.map((problem) => problem.rule)).toContain(rule)
})

it('a manifest without a proper version makes no release', async () => {
  const app = await publishedApp()
  await expect(release(app, { manifest: { version: '1.0' } })).rejects.toMatchObject({
    status: 422,
    code: 'manifest_invalid',
  })
})

it('a version is used once and is higher than every one of its major; a rejected release leaves it free', async () => {
  const app = await publishedApp()
  await release(app, { manifest: { version: '1.2.0' } })
  expect((await release(app, { manifest: { version: '2.0.0' }, inImage: {} })).state).toBe('REJECTED')
  expect((await release(app, { manifest: { version: '2.0.0' } })).state).toBe('CHECKED')
  await expect(release(app, { manifest: { version: '2.0.0' } })).rejects.toMatchObject({
    status: 409,
    code: 'version_taken',
    body: { existing: ['2.0.0', '1.2.0'], next: '2.1.0' },
  })
  await expect(release(app, { manifest: { version: '1.1.9' } })).rejects.toMatchObject({
    code: 'version_not_newer',
    body: { existing: ['2.0.0', '1.2.0'], next: '1.3.0' },
  })
  expect((await release(app, { manifest: { version: '1.2.1' } })).state).toBe('CHECKED')
})

it('two deploys of the same version at once: one wins', async () => {
  const app = await publishedApp()
  const body = await push(app)
  const client = test.as(app.authorization)
  const both = await Promise.allSettled(
    [1, 2].map(() => client.createRelease({ params: { id: app.listing.id }, body: body as never })),
  )
  expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((each) => each.status === 'rejected')).toMatchObject({ reason: { code: 'version_taken' } })
})

it('an image that was not pushed to this listing is unknown, and an unpublished listing takes no release', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const manifest = { name: app.listing.name, version: '1.0.0' }
  const imageDigest = `sha256:${createHash('sha256').update('x').digest('hex')}`
  await expect(
    client.createRelease({ params: { id: app.listing.id }, body: { manifest, imageDigest } }),
  ).rejects.toMatchObject({
    status: 404,
    code: 'image_unknown',
  })
  const draft = await test.repository('acme', 'unpublished')
  await expect(release(draft)).rejects.toMatchObject({ status: 409, code: 'listing_not_published' })
})
