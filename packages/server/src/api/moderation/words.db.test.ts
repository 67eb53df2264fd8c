import { beforeAll, describe, expect, it } from 'vitest'
import { type TestRegistry, testRegistry } from '../../testing/registry.ts'
import { testReleases } from '../../testing/releases.ts'

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
  return { id, client, moderator, shown, open }
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
