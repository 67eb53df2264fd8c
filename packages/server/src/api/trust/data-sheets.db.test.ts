import { RefusedError } from '@mkt/contract/client'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestRegistry, testRegistry } from '../../testing/images/registry.ts'
import { testReleases } from '../../testing/images/releases.ts'

let test: TestRegistry
let made: ReturnType<typeof testReleases>
let moderator: ReturnType<TestRegistry['as']>
beforeAll(async () => {
  test = await testRegistry()
  made = testReleases(test)
  moderator = test.as((await test.person({ platformRole: 'moderator' })).authorization)
})

const sheet = { legalName: 'Acme Ltd', securityContact: 'security@acme.test', keptFor: 'One year', subprocessors: [] }

async function listed(state: 'VERIFIED' | 'PUBLIC') {
  const app = await made.publishedApp()
  const release = await made.release(app)
  await made.goLive(release.id)
  const { id } = app.listing
  await test.platform.db.updateTable('listing').set({ state }).where('id', '=', id).execute()
  const client = test.as(app.authorization)
  const put = (body: object) => client.putDataSheet({ params: { id }, body })
  const marks = async (as = client) =>
    Object.fromEntries((await as.getDataSheet({ params: { id } })).lines.map(({ line, mark }) => [line, mark]))
  return { id, params: { id }, client, put, marks }
}

describe('a data sheet', () => {
  it('is declared by the publisher, checked by a moderator, and a line that changes loses its check', async () => {
    const { params, client, put, marks } = await listed('VERIFIED')
    expect((await put(sheet)).sheet).toEqual(sheet)
    const lines = ['legalName', 'subprocessors'] as const
    await moderator.checkDataSheet({ params, body: { lines: [...lines] } })
    const checked = await client.getDataSheet({ params })
    expect(checked.lines.find(({ line }) => line === 'legalName')).toMatchObject({
      mark: 'checked',
      text: 'Acme Ltd',
      by: expect.stringContaining('@'),
      at: expect.any(String),
    })
    await put({ ...sheet, legalName: 'Acme GmbH' })
    expect(await marks()).toMatchObject({ legalName: 'declared', subprocessors: 'checked', dpa: null })
    await put(sheet)
    expect(await marks()).toMatchObject({ legalName: 'declared', subprocessors: 'checked' })
    await moderator.checkDataSheet({ params, body: { lines: ['subprocessors'], checked: false } })
    expect(await marks()).toMatchObject({ subprocessors: 'declared' })
    const { organizationId } = await test.platform.db
      .selectFrom('listing')
      .select('organization_id as organizationId')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    const audit = await test.platform.db
      .selectFrom('audit')
      .select('action')
      .where('organization_id', '=', organizationId)
      .where('subject_id', '=', params.id)
      .where('action', 'like', 'listing.sheet%')
      .execute()
    expect(audit.map(({ action }) => action).sort()).toEqual(['listing.sheet-check', 'listing.sheet-check-not'])
  })

  it('of a public listing waits for a moderator, line by line, and the old one stays until then', async () => {
    const { params, client, put, marks } = await listed('PUBLIC')
    const waiting = await put(sheet)
    expect([waiting.sheet, waiting.waiting?.sheet]).toEqual([{}, sheet])
    const outsider = test.as(
      (await test.person({ role: 'viewer', organization: await test.organization('looker') })).authorization,
    )
    expect((await outsider.getDataSheet({ params })).waiting).toBeNull()
    const review = await moderator.getReview({ params: { id: waiting.waiting?.reviewId ?? '' } })
    expect(review.words).toEqual(['dataSheet'])
    expect(review.changes).toContainEqual({
      kind: 'words',
      name: 'data sheet: Legal name',
      change: 'changed',
      details: ['Before: not stated', 'After: Acme Ltd'],
    })
    await moderator.approveReview({ params: { id: review.id }, body: { reason: 'Fine.' } })
    expect(await marks(outsider)).toMatchObject({ legalName: 'declared', subprocessors: 'declared', dpa: null })
    await moderator.checkDataSheet({ params, body: { lines: ['legalName', 'keptFor'] } })
    await put({ ...sheet, legalName: 'Other' })
    expect(await marks()).toMatchObject({ legalName: 'checked' })
    const open = (await client.getDataSheet({ params })).waiting?.reviewId ?? ''
    await moderator.approveReview({ params: { id: open }, body: { reason: 'Fine.' } })
    expect(await marks()).toMatchObject({ legalName: 'declared', keptFor: 'checked' })
  })

  it('takes https links and an address as security contact, and nothing without bounds', async () => {
    const { put, params } = await listed('VERIFIED')
    const wrong = [
      { dpa: 'http://acme.test/dpa' },
      { dpa: 'javascript:alert(1)' },
      { securityContact: 'somebody' },
      { securityContact: 'http://acme.test' },
      { legalName: 'x'.repeat(201) },
      { personalData: 'x'.repeat(2_001) },
      { subprocessors: Array.from({ length: 51 }, () => ({ name: 'a', purpose: 'b' })) },
      { unknown: 'x' },
    ]
    for (const body of wrong)
      await expect(put(body), JSON.stringify(body).slice(0, 80)).rejects.toMatchObject({ code: 'request_invalid' })
    await put({ securityContact: 'https://acme.test/security', dpa: '' })
    const unstated = moderator.checkDataSheet({ params, body: { lines: ['securityContact', 'dpa'] } })
    await expect(unstated).rejects.toMatchObject({
      problems: [{ pointer: '/lines/1', rule: 'data-sheet.line.unstated' }],
    })
  })

  it('is neither written nor checked from an old revision', async () => {
    const { params, client, put } = await listed('VERIFIED')
    const { revision } = await put(sheet)
    await put({ ...sheet, keptFor: 'Two years' })
    const headers = { 'if-match': `"${revision}"` }
    const late = [
      client.putDataSheet({ params, body: sheet, headers }),
      moderator.checkDataSheet({ params, body: { lines: ['keptFor'] }, headers }),
    ]
    for (const refused of await Promise.allSettled(late))
      expect((refused as PromiseRejectedResult).reason).toMatchObject({ code: 'revision_conflict' })
    await expect(client.checkDataSheet({ params, body: { lines: ['keptFor'] } })).rejects.toBeInstanceOf(RefusedError)
  })
})
