import { beforeAll, describe, expect, it } from 'vitest'
import { renderStoredListings } from '../../actions/listing/render-listing.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'

let api: TestApi
let acme: Organization
let developer: string
let stranger: string

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  developer = (await api.person({ role: 'developer', organization: acme })).authorization
  const other = await api.organization('other')
  stranger = (await api.person({ role: 'owner', organization: other })).authorization
})

const texts = { about: 'What it does', requirements: 'What it needs' }

function create(appName: string, more: object = {}) {
  return api
    .as(developer)
    .createListing({ params: { org: 'acme' }, body: { appName, title: 'An app', variant: 'connected', ...more } })
}

describe('listings', () => {
  it('begin without a state and become DRAFT when published', async () => {
    const listing = await create('first', texts)
    expect(listing).toMatchObject({
      name: 'acme/first',
      state: null,
      variant: 'connected',
      launchable: false,
      own: true,
    })
    const published = await api.as(developer).publishListing({ params: { id: listing.id } })
    expect(published).toMatchObject({ state: 'DRAFT', launchable: true })
  })

  it('need title, about and requirements to be published, and name what is missing', async () => {
    const listing = await create('incomplete')
    await expect(api.as(developer).publishListing({ params: { id: listing.id } })).rejects.toMatchObject({
      status: 422,
      code: 'listing_incomplete',
      problems: [{ pointer: '/about' }, { pointer: '/requirements' }],
    })
  })

  it('have unique names within an organization', async () => {
    await create('twice')
    await expect(create('twice')).rejects.toMatchObject({ status: 409, code: 'name_taken' })
  })

  it('keep their variant once published', async () => {
    const listing = await create('fixed', texts)
    await api.as(developer).changeListing({ params: { id: listing.id }, body: { variant: 'enterprise' } })
    await api.as(developer).publishListing({ params: { id: listing.id } })
    await expect(
      api.as(developer).changeListing({ params: { id: listing.id }, body: { variant: 'connected' } }),
    ).rejects.toMatchObject({ code: 'illegal_move' })
  })

  it('are not known to other organizations while DRAFT', async () => {
    const listing = await create('hidden', texts)
    await api.as(developer).publishListing({ params: { id: listing.id } })
    await expect(api.as(stranger).getListing({ params: { id: listing.id } })).rejects.toMatchObject({
      status: 404,
      code: 'not_found',
    })
    const found = await api.as(stranger).listListings({ query: { name: 'acme/hidden' } })
    expect(found.items).toEqual([])
  })

  it('can be deleted only before they are published', async () => {
    const listing = await create('gone', texts)
    await api.as(developer).deleteListing({ params: { id: listing.id } })
    await expect(api.as(developer).getListing({ params: { id: listing.id } })).rejects.toMatchObject({ status: 404 })
    const published = await create('stays', texts)
    await api.as(developer).publishListing({ params: { id: published.id } })
    await expect(api.as(developer).deleteListing({ params: { id: published.id } })).rejects.toMatchObject({
      code: 'illegal_move',
    })
  })

  it('refuse a change made on an older revision', async () => {
    const listing = await create('raced', texts)
    const change = (title: string) =>
      api.as(developer).changeListing({
        params: { id: listing.id },
        body: { title },
        headers: { 'if-match': `"${listing.revision}"` },
      })
    await change('One')
    await expect(change('Two')).rejects.toMatchObject({ status: 412, code: 'revision_conflict' })
  })

  it('are found by words, the best match first, and by the beginning of a word', async () => {
    await create('weather', { title: 'Weather watcher', about: 'storms', requirements: 'none' })
    await create('other-thing', { title: 'Something', about: 'It mentions weather once', requirements: 'none' })
    const { items } = await api.as(developer).listListings({ query: { q: 'weath' } })
    expect(items.map((row) => row.name)).toEqual(['acme/weather', 'acme/other-thing'])
  })

  it('page without repeating or losing rows while others are added', async () => {
    const org = await api.organization('pager')
    const owner = (await api.person({ role: 'owner', organization: org })).authorization
    const add = (appName: string) => {
      api.clock.advance(1)
      return api
        .as(owner)
        .createListing({ params: { org: 'pager' }, body: { appName, title: appName, variant: 'connected' } })
    }
    for (let number = 0; number < 5; number += 1) await add(`app-${number}`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await api
        .as(owner)
        .listOrganizationListings({ params: { org: 'pager' }, query: { limit: 2, cursor } })
      seen.push(...page.items.map((row) => row.name))
      cursor = page.next ?? undefined
      await add(`late-${seen.length}`)
    } while (cursor !== undefined)
    expect(seen).toEqual(['app-4', 'app-3', 'app-2', 'app-1', 'app-0'].map((name) => `pager/${name}`))
  })

  it('show Markdown without scripts and remote images', async () => {
    const listing = await create('markdown', {
      about: '# Hi <script>alert(1)</script> ![x](https://example.com/x.png) [y](javascript:alert(1))',
    })
    expect(listing.aboutHtml).not.toMatch(/script|img|javascript/)
    expect(listing.aboutHtml).toContain('<h1>')
  })

  it('refuse Markdown that cannot be rendered, and name the field', async () => {
    const refused = {
      status: 422,
      code: 'request_invalid',
      problems: [{ pointer: '/about', rule: 'listing.markdown.unrenderable' }],
    }
    await expect(create('quotes', { about: '>'.repeat(20_000) })).rejects.toMatchObject(refused)
    const listing = await create('unquoted', texts)
    await expect(
      api.as(developer).changeListing({ params: { id: listing.id }, body: { about: '>'.repeat(20_000) } }),
    ).rejects.toMatchObject(refused)
    expect(await api.as(developer).getListing({ params: { id: listing.id } })).toMatchObject({
      aboutHtml: '<p>What it does</p>\n',
      requirementsHtml: '<p>What it needs</p>\n',
    })
  })

  it('stored before their text was rendered show it as it was written, and are rendered once', async () => {
    const listing = await create('old', texts)
    const stored = { about: '**a** <b>', requirements: '>'.repeat(20_000), html_rules: 0 }
    await api.platform.db.updateTable('listing').set(stored).where('id', '=', listing.id).execute()
    const read = () => api.as(developer).getListing({ params: { id: listing.id } })
    expect(await read()).toMatchObject({ aboutHtml: '<p>**a** &lt;b&gt;</p>' })
    await renderStoredListings(api.platform, 100)
    expect(await read()).toMatchObject({
      aboutHtml: '<p><strong>a</strong> </p>\n',
      requirementsHtml: `<p>${'&gt;'.repeat(20_000)}</p>`,
    })
    expect(await renderStoredListings(api.platform, 100)).toBe(0)
  })

  it('that are deleted while somebody changes them are not found, whatever it is', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const image = { headers: { 'content-type': 'image/png' }, payload: png }
    const changes: Record<string, object> = {
      delete: { method: 'DELETE', url: '' },
      change: { method: 'PATCH', url: '', payload: { title: 'Another' } },
      publish: { method: 'POST', url: '/publish' },
      manifest: { method: 'PUT', url: '/manifest', payload: { name: 'acme/x' } },
      logo: { method: 'PUT', url: '/logo', ...image },
      screenshot: { method: 'POST', url: '/screenshots', ...image },
      variable: { method: 'PUT', url: '/variables/A', payload: { value: 'x' } },
      review: { method: 'POST', url: '/reviews', payload: {} },
    }
    for (const [name, change] of Object.entries(changes)) {
      const { id } = await create(`gone-${name}`, texts)
      const { url, headers, ...rest } = change as { url: string; headers?: object }
      // Holding the row lets both find the listing before one of them deletes it.
      const holder = await api.database.pool.connect()
      await holder.query('begin')
      await holder.query('select 1 from listing where id = $1 for update', [id])
      const answer = api.app.inject({
        ...rest,
        url: `/api/v1/listings/${id}${url}`,
        headers: { ...headers, authorization: developer },
      })
      const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await api.database.pool.query(waiting)).rows.length).toBe(1)
      await holder.query('delete from listing where id = $1', [id])
      await holder.query('commit')
      holder.release()
      expect([name, (await answer).statusCode, (await answer).json().code]).toEqual([name, 404, 'not_found'])
    }
  })
})
