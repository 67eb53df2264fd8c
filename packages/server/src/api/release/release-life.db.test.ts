import { expect, it } from 'vitest'
import { carryOutMove } from '../../actions/listing/move-listing.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import { releaseById } from '../../store/release/releases.ts'
import { testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

const test = await testRegistry()
const { platform } = test
const { publishedApp, release, goLive, stopped, approve } = testReleases(test)

it('only approved releases that have been live are promoted, and a later one that asks for nothing more is approved by itself', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const first = await release(app)
  await goLive(first.id)
  await expect(client.promoteRelease({ params: { id: first.id } })).rejects.toMatchObject({
    code: 'release_not_approved',
  })
  await approve(first.id)
  const promoted = await client.promoteRelease({ params: { id: first.id } })
  expect(promoted).toMatchObject({ approved: true, followed: true, current: true, state: 'LIVE' })

  const same = await release(app, { manifest: { version: '1.1.0' } })
  expect(same.approved).toBe(true)
  await expect(client.promoteRelease({ params: { id: same.id } })).rejects.toMatchObject({ code: 'release_not_ready' })
  const more = await release(app, {
    manifest: { version: '1.2.0', app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] } },
  })
  expect(more).toMatchObject({ approved: false, asksMore: [{ kind: 'setting', what: 'a' }] })
})

it('the publisher is told that a release asks for more than the last approved one and waits for a moderator', async () => {
  const app = await publishedApp()
  const developer = await test.person({ role: 'developer', organization: app.organization })
  const told = async () =>
    (await test.as(developer.authorization).listNotifications({})).items.map((row) => [row.kind, row.link])
  const first = await release(app)
  await goLive(first.id)
  await approve(first.id)
  await release(app, { manifest: { version: '1.1.0' } })
  expect(await told()).toEqual([])
  await release(app, { manifest: { version: '1.2.0', app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] } } })
  expect(await told()).toEqual([['release.waiting', `/publish/${app.listing.id}/releases`]])
})

it('approving a release approves the later ones that only waited for it', async () => {
  const app = await publishedApp()
  const fields = [{ name: 'a', title: 'A', type: 'Text' }]
  const first = await release(app, { manifest: { app: { fields } } })
  const later = await release(app, { manifest: { version: '1.1.0', app: { fields } } })
  const more = await release(app, {
    manifest: { version: '1.2.0', app: { fields: [...fields, { ...fields[0], name: 'b' }] } },
  })
  await approve(first.id)
  const approved = await Promise.all(
    [later.id, more.id].map(async (id) => (await releaseById(platform.db, id))?.approved),
  )
  expect(approved).toEqual([true, false])
})

it('going live supersedes the former release; rolling back makes a promoted one the followed one again', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const first = await release(app)
  await goLive(first.id)
  await approve(first.id)
  await client.promoteRelease({ params: { id: first.id } })
  const second = await release(app, { manifest: { version: '1.1.0' } })
  await goLive(second.id)
  await client.promoteRelease({ params: { id: second.id }, body: {} })
  expect(await client.getRelease({ params: { id: first.id } })).toMatchObject({
    state: 'SUPERSEDED',
    current: false,
    followed: false,
  })
  await client.rollbackRelease({ params: { id: first.id } })
  expect(await client.getRelease({ params: { id: first.id } })).toMatchObject({
    state: 'LIVE',
    current: true,
    followed: true,
  })
  expect(await client.getRelease({ params: { id: second.id } })).toMatchObject({ state: 'SUPERSEDED' })
  await expect(client.rollbackRelease({ params: { id: first.id } })).rejects.toMatchObject({ code: 'illegal_move' })
})

it('a return to a release whose deployment does not run says that it is pending, then why it failed; others see neither', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const [first, second] = [await release(app), await release(app, { manifest: { version: '1.1.0' } })]
  await goLive(first.id)
  await goLive(second.id)
  await stopped(first.id)
  const params = { id: first.id }
  expect(await client.rollbackRelease({ params })).toMatchObject({
    state: 'SUPERSEDED',
    current: false,
    rollback: { state: 'PENDING', askedAt: expect.any(String), reason: null },
  })
  expect(await client.getRelease({ params: { id: second.id } })).toMatchObject({ state: 'LIVE', current: true })
  const change = { rollback_state: 'FAILED' as const, rollback_failure: 'It never answered.', promoted_at: new Date() }
  await platform.db.updateTable('release').set(change).where('id', '=', first.id).execute()
  await platform.db.updateTable('listing').set({ state: 'PUBLIC' }).where('id', '=', app.listing.id).execute()
  expect(await client.getRelease({ params })).toMatchObject({
    state: 'SUPERSEDED',
    rollback: { state: 'FAILED', reason: 'It never answered.' },
  })
  const stranger = test.as((await test.key(await test.organization('outsider'), ['publish'])).authorization)
  expect(await stranger.getRelease({ params })).toMatchObject({ state: 'SUPERSEDED', rollback: null })
  expect((await client.rollbackRelease({ params })).rollback).toMatchObject({ state: 'PENDING', reason: null })
})

it('while a listing is suspended nothing is released, promoted or returned to', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const first = await release(app)
  await goLive(first.id)
  await approve(first.id)
  await carryOutMove(platform, { id: app.listing.id, move: 'approve' }, byPlatform)
  await carryOutMove(platform, { id: app.listing.id, move: 'suspend', reason: 'test' }, byPlatform)
  await expect(client.promoteRelease({ params: { id: first.id } })).rejects.toMatchObject({ code: 'listing_suspended' })
  await expect(client.rollbackRelease({ params: { id: first.id } })).rejects.toMatchObject({
    code: 'listing_suspended',
  })
  await expect(release(app, { manifest: { version: '1.1.0' } })).rejects.toMatchObject({ code: 'listing_suspended' })
})

it('two releases are compared piece by piece', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const first = await release(app, {
    manifest: { app: { fields: [{ name: 'a', title: 'A', type: 'Text' }] }, platform: { public: ['/x'] } },
  })
  await goLive(first.id)
  const second = await release(app, {
    manifest: {
      version: '1.1.0',
      app: {
        fields: [
          { name: 'a', title: 'B', type: 'Text' },
          { name: 'b', title: 'B', type: 'Text' },
        ],
      },
    },
  })
  const { changes, from } = await client.compareReleases({ params: { id: second.id } })
  expect(from?.version).toBe('1.0.0')
  expect(changes).toEqual([
    { kind: 'setting', name: 'a', change: 'changed', details: ['title: "A" → "B"'] },
    { kind: 'setting', name: 'b', change: 'added', details: [] },
    { kind: 'public path', name: '/x', change: 'removed', details: [] },
  ])
})

it('others see promoted releases only, and of them nothing that concerns the publisher alone', async () => {
  const app = await publishedApp()
  const client = test.as(app.authorization)
  const first = await release(app)
  await goLive(first.id)
  const stranger = test.as((await test.key(await test.organization('stranger'), ['publish'])).authorization)
  await expect(stranger.getRelease({ params: { id: first.id } })).rejects.toMatchObject({ code: 'not_found' })
  await approve(first.id)
  await client.promoteRelease({ params: { id: first.id } })
  await carryOutMove(platform, { id: app.listing.id, move: 'approve' }, byPlatform)
  await carryOutMove(platform, { id: app.listing.id, move: 'make-public' }, byPlatform)
  await release(app, { manifest: { version: '1.1.0' } })
  expect(await stranger.getRelease({ params: { id: first.id } })).toMatchObject({ createdBy: null, warnings: [] })
  const seen = await stranger.listReleases({ params: { id: app.listing.id }, query: {} })
  expect(seen.items.map((item) => item.version)).toEqual(['1.0.0'])
  await expect(stranger.rollbackRelease({ params: { id: first.id } })).rejects.toMatchObject({ code: 'forbidden' })
})
