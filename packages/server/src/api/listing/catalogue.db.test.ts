import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { testListings } from '../../testing/world/listings.ts'

let api: TestApi
let make: ReturnType<typeof testListings>
let acme: Organization
let northwind: Organization
const states = [null, 'DRAFT', 'VERIFIED', 'PUBLIC', 'SUSPENDED', 'RETIRED'] as const

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  acme = await api.organization('acme')
  northwind = await api.organization('northwind')
  for (const state of states) await make.listing(acme, state, { title: `Storm ${state ?? 'unwritten'}` })
})

async function seen(authorization: string, query: object = {}): Promise<(string | null)[]> {
  const { items } = await api.as(authorization).listListings({ query: { q: 'storm', ...query } })
  return items.map((row) => row.state).sort()
}
const all = [...states].sort()

describe('the catalogue', () => {
  it('shows strangers public listings and nothing else, by search, by name, by state and by id', async () => {
    const stranger = (await api.person({ role: 'owner', organization: northwind })).authorization
    expect(await seen(stranger)).toEqual(['PUBLIC'])
    for (const state of states) {
      if (state === null) continue
      expect(await seen(stranger, { state })).toEqual(state === 'PUBLIC' ? ['PUBLIC'] : [])
    }
    const rows = await api.platform.db.selectFrom('listing').select(['id', 'name', 'state']).execute()
    for (const { id, name, state } of rows) {
      const { items } = await api.as(stranger).listListings({ query: { name } })
      expect(items).toHaveLength(state === 'PUBLIC' ? 1 : 0)
      const one = api.as(stranger).getListing({ params: { id } })
      if (state === 'PUBLIC') await one
      else await expect(one).rejects.toMatchObject({ status: 404, code: 'not_found' })
    }
    await expect(
      api.as(stranger).listOrganizationListings({ params: { org: 'acme' }, query: {} }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('goes on showing a listing that left it to those who have the app installed, and to no others', async () => {
    const customer = api.as((await api.person({ role: 'viewer', organization: northwind })).authorization)
    const other = await api.organization('bystander')
    const bystander = api.as((await api.person({ role: 'owner', organization: other })).authorization)
    for (const state of ['VERIFIED', 'SUSPENDED', 'RETIRED'] as const) {
      const id = await make.listing(acme, state)
      const releaseId = await make.release(id, '1.0.0', { approvedAt: api.clock.now(), promoted: true })
      await make.release(id, '1.1.0')
      await make.installation(northwind, { listingId: id, releaseId }, false)
      expect(await customer.getListing({ params: { id } })).toMatchObject({ state, own: false, launchable: false })
      const { items } = await customer.listReleases({ params: { id }, query: {} })
      expect(items.map((row) => row.id)).toEqual([releaseId])
      await expect(bystander.getListing({ params: { id } })).rejects.toMatchObject({ status: 404 })
    }
  })

  it('shows the own organization, moderators and operators everything', async () => {
    for (const authorization of [
      (await api.person({ role: 'viewer', organization: acme })).authorization,
      (await api.key(acme, ['publish'])).authorization,
      (await api.person({ platformRole: 'moderator' })).authorization,
      (await api.person({ platformRole: 'operator' })).authorization,
    ])
      expect(await seen(authorization)).toEqual(all)
  })

  it('shows a key that only manages installations what everyone sees', async () => {
    expect(await seen((await api.key(acme, ['manage'])).authorization)).toEqual(['PUBLIC'])
  })

  it('is refused to nobody signed in', async () => {
    await expect(api.as().listListings({})).rejects.toMatchObject({ status: 401, code: 'credentials_missing' })
  })

  it('filters by variant and category, and finds nothing for words that are none', async () => {
    await make.listing(acme, 'PUBLIC', { title: 'Hail', variant: 'enterprise', category: 'claims' })
    const stranger = api.as((await api.person({ role: 'viewer', organization: northwind })).authorization)
    const find = async (query: object) => (await stranger.listListings({ query })).items.map((row) => row.title)
    expect(await find({ variant: 'enterprise' })).toEqual(['Hail'])
    expect(await find({ category: 'claims' })).toEqual(['Hail'])
    expect(await find({ category: 'claims', variant: 'connected' })).toEqual([])
    expect(await find({ category: 'claims', q: ' ', name: '' })).toEqual(['Hail'])
    expect(await find({ q: '&&& !' })).toEqual([])
    expect(await find({ q: "hail'); drop table listing; --" })).toEqual([])
  })

  it('finds by publisher, and by words that are almost right', async () => {
    const publisher = await api.organization('volcanoes')
    await make.listing(publisher, 'PUBLIC', { title: 'Eruption forecast' })
    const stranger = api.as((await api.person({ role: 'viewer', organization: northwind })).authorization)
    const find = async (query: object) => (await stranger.listListings({ query })).items.map((row) => row.title)
    expect(await find({ publisher: 'volcanoes' })).toEqual(['Eruption forecast'])
    expect(await find({ publisher: 'nobody-of-that-name' })).toEqual([])
    // The words of the catalogue are gathered once a minute, however many searches find nothing.
    api.clock.advance(60_000)
    expect(await find({ q: 'eruptoin' })).toEqual(['Eruption forecast'])
    await make.listing(publisher, 'PUBLIC', { title: 'Subsidence' })
    expect(await find({ q: 'subsidecne' })).toEqual([])
    api.clock.advance(60_000)
    expect(await find({ q: 'subsidecne' })).toEqual(['Subsidence'])
  })

  it('finds by category, almost right too', async () => {
    await make.listing(acme, 'PUBLIC', { title: 'Avalanche desk', category: 'underwriting' })
    const stranger = api.as((await api.person({ role: 'viewer', organization: northwind })).authorization)
    const find = async (q: string) => (await stranger.listListings({ query: { q } })).items.map((row) => row.title)
    api.clock.advance(60_000)
    expect(await find('underwriting')).toEqual(['Avalanche desk'])
    expect(await find('underwritting')).toEqual(['Avalanche desk'])
  })

  it.each(['_a', '- a', 'a.', '<a ', 'a@'])(
    'accepts a text that is crafted to be slow to index, and finds its words: %j',
    async (piece) => {
      const id = await make.listing(acme, 'PUBLIC', { title: 'Slow' })
      const about = `lighthouse_keeper ${piece.repeat(10_000)}`.slice(0, 20_000)
      await api.platform.db.transaction().execute(async (trx) => {
        // Seconds of processor without the care, milliseconds with it.
        await sql`set local statement_timeout = '1s'`.execute(trx)
        await trx.updateTable('listing').set({ about }).where('id', '=', id).execute()
      })
      const reader = api.as((await api.person()).authorization)
      const { items } = await reader.listListings({ query: { q: 'keeper' } })
      expect(items.map((row) => row.id)).toContain(id)
    },
  )

  it('pages through ranked results without repeating or losing one', async () => {
    const own = await api.organization('pager')
    const authorization = (await api.person({ role: 'owner', organization: own })).authorization
    for (let number = 0; number < 7; number += 1)
      await make.listing(own, 'DRAFT', { title: `Thunder ${'thunder '.repeat(number % 3)}`, about: 'thunder' })
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await api.as(authorization).listListings({ query: { q: 'thunder', limit: 2, cursor } })
      names.push(...page.items.map((row) => row.name))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(names).toHaveLength(7)
    expect(new Set(names).size).toBe(7)
  })
})
