import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestRegistry, testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

let test: TestRegistry
let made: ReturnType<typeof testReleases>
beforeAll(async () => {
  test = await testRegistry()
  made = testReleases(test)
})

async function listed(state: 'VERIFIED' | 'PUBLIC') {
  const app = await made.publishedApp()
  const release = await made.release(app)
  await made.goLive(release.id)
  const { id } = app.listing
  await test.platform.db.updateTable('listing').set({ state }).where('id', '=', id).execute()
  const client = test.as(app.authorization)
  const moderator = test.as((await test.person({ platformRole: 'moderator' })).authorization)
  const shown = () => client.getListing({ params: { id } })
  const open = async () =>
    (await moderator.listReviews({ query: { listingId: id, state: 'OPEN' } })).items.filter(
      ({ words }) => words !== null,
    )
  const add = async (kind: 'logo' | 'screenshot') => {
    const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#358' } })
    const body = new Uint8Array(await picture.png().toBuffer())
    const sent = { params: { id }, body, headers: { 'content-type': 'image/png' } }
    return kind === 'logo' ? client.putLogo(sent) : client.addScreenshot(sent)
  }
  const outsider = test.as((await test.person({ role: 'owner' })).authorization)
  return { id, client, moderator, outsider, shown, open, add }
}

describe('changed words', () => {
  it('of a public listing wait for a moderator, together, and the old ones stay until then', async () => {
    const { id, client, moderator, shown, open } = await listed('PUBLIC')
    const before = await shown()
    const body = { title: 'Best app', supportContact: 'help@acme.test' }
    const changed = await client.changeListing({ params: { id }, body })
    expect(changed).toMatchObject({ title: before.title, supportContact: 'help@acme.test' })
    await client.changeListing({ params: { id }, body: { about: 'Other words' } })
    const [review, ...others] = await open()
    expect([review?.words, others]).toEqual([['title', 'about'], []])
    const dossier = await moderator.getReview({ params: { id: review?.id ?? '' } })
    expect(dossier.changes).toContainEqual({
      kind: 'words',
      name: 'title',
      change: 'changed',
      details: [`Before: ${before.title}`, 'After: Best app'],
    })
    expect(await shown()).toMatchObject({ title: before.title, about: before.about })
    await moderator.approveReview({ params: { id: review?.id ?? '' }, body: { reason: 'Fine.' } })
    expect(await shown()).toMatchObject({ title: 'Best app', about: 'Other words', state: 'PUBLIC' })
  })

  it('that change after the moderator read them are not approved', async () => {
    const { id, client, moderator, shown, open } = await listed('PUBLIC')
    await client.changeListing({ params: { id }, body: { title: 'Harmless' } })
    const [review] = await open()
    await client.changeListing({ params: { id }, body: { title: 'Harmful' } })
    const params = { id: review?.id ?? '' }
    const body = { reason: 'Fine.' }
    const stale = moderator.approveReview({ params, body, headers: { 'if-match': `"${review?.revision}"` } })
    await expect(stale).rejects.toMatchObject({ code: 'revision_conflict' })
    expect((await shown()).title).not.toBe('Harmful')
    const [now] = await open()
    await moderator.approveReview({ params, body, headers: { 'if-match': `"${now?.revision}"` } })
    expect((await shown()).title).toBe('Harmful')
  })

  it('that a moderator does not take leave the listing as it is', async () => {
    const { id, client, moderator, shown, open } = await listed('PUBLIC')
    const before = await shown()
    await client.changeListing({ params: { id }, body: { requirements: 'Anything' } })
    const [review] = await open()
    await moderator.requestChanges({ params: { id: review?.id ?? '' }, body: { reason: 'Say what.' } })
    expect(await shown()).toMatchObject({ requirements: before.requirements })
    expect(await open()).toEqual([])
  })

  it('of other listings change at once', async () => {
    const { id, client, open } = await listed('VERIFIED')
    expect(await client.changeListing({ params: { id }, body: { title: 'New' } })).toMatchObject({ title: 'New' })
    expect(await open()).toEqual([])
  })
})

describe('pictures', () => {
  it('of a public listing wait for a moderator, and only publisher and moderators see them until then', async () => {
    const { id, client, moderator, outsider, shown, open, add } = await listed('PUBLIC')
    expect(await add('logo')).toMatchObject({ logo: null })
    await add('screenshot')
    const [review, ...others] = await open()
    expect([review?.words, others]).toEqual([['media'], []])
    const { waiting } = await client.getPictures({ params: { id } })
    expect([waiting?.reviewId, waiting?.screenshots.length]).toEqual([review?.id, 1])
    expect(await outsider.getPictures({ params: { id } })).toEqual({ logo: null, screenshots: [], waiting: null })
    const params = { id, picture: waiting?.logo?.id ?? '' }
    await expect(outsider.getPicture({ params })).rejects.toMatchObject({ code: 'not_found' })
    await expect(client.getPicture({ params })).resolves.toBeDefined()
    const dossier = await moderator.getReview({ params: { id: review?.id ?? '' } })
    expect(dossier.changes[0]?.details).toEqual([
      'Before: no logo, 0 screenshots',
      'After: a new logo, 1 screenshot, 1 of them new',
    ])
    await moderator.approveReview({ params: { id: review?.id ?? '' }, body: { reason: 'Fine.' } })
    expect(await shown()).toMatchObject({ logo: { id: params.picture }, screenshots: [{}] })
    await expect(outsider.getPicture({ params })).resolves.toBeDefined()
  })

  it('that a moderator does not take are deleted, and one that was to go stays', async () => {
    const { id, client, moderator, shown, open, add } = await listed('PUBLIC')
    await add('logo')
    await moderator.approveReview({ params: { id: (await open())[0]?.id ?? '' }, body: { reason: 'Fine.' } })
    const { logo } = await shown()
    await client.deletePicture({ params: { id, picture: logo?.id ?? '' } })
    await add('screenshot')
    expect(await shown()).toMatchObject({ logo, screenshots: [] })
    const reason = 'Keep the logo.'
    await moderator.requestChanges({ params: { id: (await open())[0]?.id ?? '' }, body: { reason } })
    expect(await client.getPictures({ params: { id } })).toEqual({ logo, screenshots: [], waiting: null })
    const rows = await test.platform.db.selectFrom('picture').select('id').where('listing_id', '=', id).execute()
    expect(rows).toEqual([{ id: logo?.id }])
  })

  it('that come and go again leave nothing to decide', async () => {
    const { id, client, open, add } = await listed('PUBLIC')
    await add('screenshot')
    const { waiting } = await client.getPictures({ params: { id } })
    await client.deletePicture({ params: { id, picture: waiting?.screenshots[0]?.id ?? '' } })
    expect(await open()).toEqual([])
    await client.changeListing({ params: { id }, body: { title: 'Best app' } })
    await add('logo')
    await client.deletePicture({
      params: { id, picture: (await client.getPictures({ params: { id } })).waiting?.logo?.id ?? '' },
    })
    expect((await open()).map(({ words }) => words)).toEqual([['title']])
  })
})
