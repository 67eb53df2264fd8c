import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openVariables } from '../../actions/listing/open-variables.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { testListings } from '../../testing/world/listings.ts'

type Client = ReturnType<TestApi['as']>
let api: TestApi
let make: ReturnType<typeof testListings>
let acme: Organization
let authorization: string
let developer: Client
let stranger: Client

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  acme = await api.organization('acme')
  authorization = (await api.person({ role: 'developer', organization: acme })).authorization
  developer = api.as(authorization)
  stranger = api.as((await api.person({ role: 'owner', organization: await api.organization('other') })).authorization)
})

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#358' } })

describe('pictures', () => {
  const send = (id: string, path: string, bytes: Uint8Array, type = 'image/png') =>
    api.app.inject({
      method: path === 'logo' ? 'PUT' : 'POST',
      url: `/api/v1/listings/${id}/${path}`,
      headers: { authorization, 'content-type': type },
      payload: Buffer.from(bytes),
    })

  it.each(['png', 'jpeg', 'webp'] as const)(
    'in %s are kept as WebP, without metadata, at most 512 wide',
    async (format) => {
      const id = await make.listing(acme, 'DRAFT')
      const exif = { IFD0: { Copyright: 'where-it-was-taken' } }
      const bytes = await picture(900, 300).withExif(exif)[format]().toBuffer()
      const answer = await send(id, 'logo', bytes, `image/${format}`)
      expect(answer.statusCode).toBe(200)
      expect(answer.json().logo).toMatchObject({ width: 512, height: 171 })
      const shown = await api.app.inject({ url: answer.json().logo.url, headers: { authorization } })
      expect(shown.headers['content-type']).toBe('image/webp')
      expect(shown.rawPayload.toString('latin1')).not.toContain('where-it-was-taken')
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 })
    },
  )

  it('are judged by their content, whatever their type says', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
    const gif = await picture(9, 9).gif().toBuffer()
    const cut = (await picture(400, 400).png().toBuffer()).subarray(0, 60)
    for (const bytes of [svg, gif, cut, Buffer.from('not a picture'), Buffer.of()]) {
      const answer = await send(id, 'logo', bytes)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'image_invalid'])
    }
    for (const type of ['image/svg+xml', 'application/json', 'text/plain'])
      expect((await send(id, 'logo', Buffer.from('{}'), type)).statusCode).toBe(415)
  })

  it('that would unpack to more than 40 megapixels are refused', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const bomb = await picture(8000, 8000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await send(id, 'logo', bomb)).json()).toMatchObject({ code: 'image_invalid' })
  })

  it('have at most 5 MB', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const answer = await send(id, 'logo', Buffer.alloc(5_000_001))
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'body_too_large'])
  })

  it('are one logo, replaced by the next, and eight screenshots, removed one by one', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const bytes = await picture(20, 20).png().toBuffer()
    const first = (await send(id, 'logo', bytes)).json().logo.id
    const second = (await send(id, 'logo', bytes)).json().logo.id
    expect(second).not.toBe(first)
    for (let number = 0; number < 8; number += 1) expect((await send(id, 'screenshots', bytes)).statusCode).toBe(201)
    expect((await send(id, 'screenshots', bytes)).json()).toMatchObject({ code: 'image_invalid' })
    const { screenshots } = await developer.getListing({ params: { id } })
    await developer.deletePicture({ params: { id, picture: screenshots[0]?.id ?? '' } })
    expect((await developer.getListing({ params: { id } })).screenshots).toHaveLength(7)
  })

  it('of a draft are not shown to strangers', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const { logo } = (await send(id, 'logo', await picture(20, 20).png().toBuffer())).json()
    const asked = stranger.getPicture({ params: { id, picture: logo.id } })
    await expect(asked).rejects.toMatchObject({ status: 404 })
  })
})

describe('application variables', () => {
  it('can be set, replaced and removed, but never read back', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const params = { id, name: 'API_TOKEN' }
    const set = await developer.putVariable({ params, body: { value: 'very-secret-value' } })
    expect(set).toEqual({ name: 'API_TOKEN', set: true, updatedAt: expect.any(String) })
    const listed = await developer.listVariables({ params: { id } })
    expect(listed.items).toEqual([set])
    const { rows } = await api.database.pool.query('select * from variable')
    expect(JSON.stringify(rows) + rows.map((row) => row.sealed.toString('latin1')).join()).not.toContain('very-secret')
    expect(await openVariables(api.platform, { listingId: id, organizationId: acme.id })).toMatchObject({
      API_TOKEN: 'very-secret-value',
    })
    await developer.deleteVariable({ params })
    expect((await developer.listVariables({ params: { id } })).items).toEqual([])
    await expect(developer.deleteVariable({ params })).rejects.toMatchObject({ status: 404 })
  })

  it('are listed by name, page by page', async () => {
    const id = await make.listing(acme, 'DRAFT')
    for (const name of ['b', 'A', 'a_1', 'B'])
      await developer.putVariable({ params: { id, name }, body: { value: 'x' } })
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await developer.listVariables({ params: { id }, query: { limit: 1, cursor } })
      names.push(...page.items.map((row) => row.name))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(names).toEqual(['A', 'B', 'a_1', 'b'])
  })

  it('leave no value in the audit', async () => {
    const id = await make.listing(acme, 'DRAFT')
    await developer.putVariable({ params: { id, name: 'TOKEN' }, body: { value: 'very-secret-value' } })
    const { rows } = await api.database.pool.query('select * from audit')
    expect(JSON.stringify(rows)).toContain('variable.set')
    expect(JSON.stringify(rows)).not.toContain('very-secret')
  })

  it.each(['MKT_PORT', 'MKT_STATE_API'])("cannot be named %s: that is the platform's own", async (name) => {
    const id = await make.listing(acme, 'DRAFT')
    await expect(developer.putVariable({ params: { id, name }, body: { value: 'x' } })).rejects.toMatchObject({
      status: 409,
      code: 'name_reserved',
    })
  })

  it('have names and values that a container can take', async () => {
    const id = await make.listing(acme, 'DRAFT')
    for (const [name, value] of [
      ['1X', 'x'],
      ['A-B', 'x'],
      ['A=B', 'x'],
      ['A', 'x'.repeat(8193)],
      ['A', 'a\0b'],
    ] as const)
      await expect(developer.putVariable({ params: { id, name }, body: { value } })).rejects.toMatchObject({
        code: 'request_invalid',
      })
  })
})

describe('the draft manifest', () => {
  it('is kept as it was given and told what is wrong with it, by the rules of a release', async () => {
    const id = await make.listing(acme, 'DRAFT')
    expect(await developer.getDraftManifest({ params: { id } })).toEqual({
      ...{ manifest: null, problems: [], warnings: [] },
      revision: expect.any(String),
    })
    const { name } = await developer.getListing({ params: { id } })
    const manifest = { name, version: '1.0.0', app: { fields: [{ name: 'a', title: 'A', type: 'Select' }] }, mine: 1 }
    const put = await developer.putDraftManifest({ params: { id }, body: manifest as never })
    expect(put).toMatchObject({ manifest, problems: [{ rule: 'setting.values.missing' }] })
    expect(put.warnings.map((warning) => warning.rule)).toEqual(['egress.undeclared', 'manifest.property.unknown'])
    expect(await developer.getDraftManifest({ params: { id } })).toEqual(put)
  })

  it('is not overwritten by somebody who held an older one', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const url = `/api/v1/listings/${id}/manifest`
    const read = await api.app.inject({ url, headers: { authorization } })
    const { etag } = read.headers
    expect(etag).toBe(`"${read.json().revision}"`)
    const put = (version: string) =>
      api.app.inject({
        method: 'PUT',
        url,
        headers: { authorization, 'if-match': String(etag) },
        payload: { name: 'acme/x', version },
      })
    expect((await put('1.0.0')).statusCode).toBe(200)
    const late = await put('2.0.0')
    expect([late.statusCode, late.json().code]).toEqual([412, 'revision_conflict'])
  })

  it('may come wrapped, and is told when it bears the name of another listing', async () => {
    const id = await make.listing(acme, 'DRAFT')
    const manifest = { name: 'acme/other', version: '1.0.0' }
    const put = await developer.putDraftManifest({ params: { id }, body: { manifest } })
    const problem = { rule: 'manifest.name.mismatch', severity: 'error', pointer: '/name', line: 2, column: 3 }
    expect(put).toMatchObject({ manifest, problems: [problem] })
  })

  it("has at most 256 KB and is nobody else's to read", async () => {
    const id = await make.listing(acme, 'PUBLIC')
    const body = { name: 'acme/x', version: '1.0.0', big: 'x'.repeat(262_144) }
    await expect(developer.putDraftManifest({ params: { id }, body })).rejects.toMatchObject({
      status: 413,
      problems: [{ rule: 'manifest.size' }],
    })
    await expect(stranger.getDraftManifest({ params: { id } })).rejects.toMatchObject({ status: 403 })
  })
})
