import type { Setting } from '@mkt/manifest'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { readState } from '../../actions/route/read-state.ts'
import { pruneConfigurations } from '../../store/installation/configurations.ts'
import { scanDatabase } from '../../testing/database/scan-database.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

const text = (name: string, more: Partial<Setting> = {}): Setting => ({ name, title: name, type: 'Text', ...more })
const secret = (name: string, more: Partial<Setting> = {}) => text(name, { type: 'Password', ...more })

async function running(fields: Setting[], settings: object) {
  const listing = await world.listing({ app: { fields } })
  const { id } = await world.admin.launchApp({
    params: { org: 'northwind' },
    body: { listingId: listing.id, tenantId: world.tenantId, settings: settings as never },
  })
  await world.reach(id, 'RUNNING')
  return { id, listingId: listing.id }
}

const put = (id: string, settings: object) =>
  world.admin.putConfiguration({ params: { id }, body: { settings: settings as never } })
const get = (id: string) => world.admin.getConfiguration({ params: { id } })
const state = async (id: string) => (await readState(world.platform, id))?.settings
const set = { set: true, updatedAt: expect.any(String) }

describe('reading back and writing', () => {
  it('a write-only setting is never read back, is kept when left out, replaced, and cleared by null', async () => {
    const { id } = await running([text('a'), secret('k'), text('s', { sensitive: true })], {
      a: '1',
      k: 'kkkk',
      s: 'ssss',
    })
    expect((await get(id)).settings).toEqual({ a: '1', k: set, s: set })
    await put(id, { a: '2' })
    await put(id, { a: '2', k: '', s: { set: true } })
    expect(await state(id)).toEqual({ a: '2', k: 'kkkk', s: 'ssss' })
    await put(id, { k: 'new', s: null })
    expect((await get(id)).settings).toEqual({ k: set })
    expect(await state(id)).toEqual({ k: 'new' })
    expect(await scanDatabase(world.database.pool, 'ssss')).toEqual([])
  })

  it('numbers revisions, records who and what, compares and restores without touching secrets', async () => {
    const { id } = await running([text('a'), secret('k')], { a: 'one', k: 'first-key' })
    await put(id, { a: 'two', k: 'second-key' })
    await put(id, { a: 'three' })
    const { items } = await world.viewer.listConfigurations({ params: { id } })
    expect(items.map(({ revision, settings, marks }) => ({ revision, settings, marks }))).toEqual([
      { revision: 3, settings: { a: 'three' }, marks: { k: 'kept' } },
      { revision: 2, settings: { a: 'two' }, marks: { k: 'entered' } },
      { revision: 1, settings: { a: 'one' }, marks: { k: 'entered' } },
    ])
    const compared = await world.admin.compareConfigurations({ params: { id, revision: 2 } as never })
    expect(compared.differences).toEqual([
      { pointer: '/settings/a', before: 'one', after: 'two', mark: null },
      { pointer: '/settings/k', before: null, after: null, mark: 'entered' },
    ])
    const further = await world.admin.compareConfigurations({
      params: { id, revision: 3 } as never,
      query: { with: 1 } as never,
    })
    expect(further.differences).toEqual([
      { pointer: '/settings/a', before: 'one', after: 'three', mark: null },
      { pointer: '/settings/k', before: null, after: null, mark: 'entered' },
    ])
    const restored = await world.admin.restoreConfiguration({ params: { id, revision: 1 } as never })
    expect(restored).toMatchObject({ revision: 4, settings: { a: 'one', k: set } })
    expect(await state(id)).toEqual({ a: 'one', k: 'second-key' })
  })

  it('compares revisions with a secret that was cleared in between, and says so', async () => {
    const { id } = await running([text('a'), secret('k')], { a: 'one', k: 'first-key' })
    await put(id, { a: 'one', k: null })
    await put(id, { a: 'one' })
    const { differences } = await world.admin.compareConfigurations({
      params: { id, revision: 3 } as never,
      query: { with: 1 } as never,
    })
    expect(differences).toEqual([{ pointer: '/settings/k', before: null, after: null, mark: 'cleared' }])
  })

  it('refuses a write with an old revision in if-match, and in states that take none', async () => {
    const { id } = await running([text('a')], {})
    const { authorization } = await world.person({ role: 'owner', organization: world.customer })
    const write = (ifMatch: string) =>
      world.app.inject({
        method: 'PUT',
        url: `/api/v1/installations/${id}/configuration`,
        headers: { authorization, 'if-match': ifMatch, 'content-type': 'application/json' },
        payload: '{ "settings": { "a": "x" } }',
      })
    expect((await write('"7"')).json()).toMatchObject({ status: 412, code: 'revision_conflict' })
    const written = await write('"1"')
    expect(written.statusCode).toBe(200)
    expect(written.headers.etag).toBe('"2"')
    expect((await write('1')).statusCode).toBe(412)
    expect((await write('2')).statusCode).toBe(200)
    await put(id, { a: 'x' })
    await world.admin.uninstallInstallation({ params: { id } })
    await world.reach(id, 'UNINSTALLED')
    await expect(put(id, { a: 'y' })).rejects.toMatchObject({ code: 'illegal_move' })
  })

  it('written by many at once without if-match conflicts with nobody: each gets a revision of its own', async () => {
    const { id } = await running([text('a')], {})
    const written = await Promise.all(Array.from({ length: 12 }, (_, number) => put(id, { a: `${number}` })))
    expect(written.map(({ revision }) => revision).sort((a, b) => a - b)).toEqual(
      [...Array(12).keys()].map((n) => n + 2),
    )
  })

  it('refuses names like __proto__, NUL, lone surrogates and over-long values with a problem each', async () => {
    const { id } = await running([text('a')], {})
    for (const [settings, rule] of [
      [{ constructor: 'x' }, 'setting.name.unknown'],
      [JSON.parse('{ "__proto__": "x" }'), 'setting.name.unknown'],
      [{ a: 'x\0' }, 'setting.value.characters'],
      [{ a: '\ud800' }, 'setting.value.characters'],
      [{ a: 'x'.repeat(8193) }, 'setting.value.too-long'],
    ] as const) {
      await expect(put(id, settings)).rejects.toMatchObject({ code: 'configuration_invalid', problems: [{ rule }] })
    }
    await put(id, { a: 'x'.repeat(8192) })
  })

  it('tells a running app by its configure hook; a failing one leaves the new revision', async () => {
    const listing = await world.listing({ app: { fields: [text('a')] }, platform: { lifecycle: ['configure'] } })
    const { id } = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: { listingId: listing.id, tenantId: world.tenantId },
    })
    await world.reach(id, 'RUNNING')
    world.server.seen.length = 0
    await put(id, { a: '1' })
    await world.reach(id, 'RUNNING')
    expect(world.hooks()).toEqual(['GET /_app/configure'])
    world.answer((_request, response) => {
      response.statusCode = 500
      response.end()
    })
    await put(id, { a: '2' })
    await expect
      .poll(async () => (await world.admin.getInstallation({ params: { id } })).lastFailure)
      .toMatchObject({
        operation: 'configure',
      })
    world.answer((_request, response) => void response.end())
    expect(await world.admin.getInstallation({ params: { id } })).toMatchObject({ state: 'RUNNING', revision: 3 })
  })

  it('is nobody else’s affair: operators and moderators see no configuration', async () => {
    const { id } = await running([text('a')], { a: 'x' })
    for (const platformRole of ['operator', 'moderator'] as const) {
      const { authorization } = await world.person({ platformRole })
      await expect(world.as(authorization).getConfiguration({ params: { id } })).rejects.toMatchObject({ status: 403 })
    }
  })
})

describe('releases that change settings', () => {
  async function take(id: string, listingId: string, version: string, fields: Setting[]) {
    await world.release(listingId, { version, app: { fields } })
    await expect.poll(async () => (await world.admin.getInstallation({ params: { id } })).release.version).toBe(version)
  }

  it('making a setting write-only hides it in every revision, and making it plain again does not reveal it', async () => {
    const { id, listingId } = await running([text('a')], { a: 'plain-value-1' })
    await put(id, { a: 'plain-value-2' })
    await take(id, listingId, '1.1.0', [secret('a')])
    const shown = async () =>
      JSON.stringify([
        await get(id),
        await world.admin.listConfigurations({ params: { id } }),
        await world.admin.compareConfigurations({ params: { id, revision: 2 } as never }),
      ])
    expect(await shown()).not.toContain('plain-value')
    expect((await get(id)).settings).toEqual({ a: set })
    expect(await state(id)).toEqual({ a: 'plain-value-2' })
    expect(await scanDatabase(world.database.pool, 'plain-value')).toEqual([])
    // Plain again asks for more than before, so it takes consent.
    const plain = await world.release(listingId, { version: '1.2.0', app: { fields: [text('a')] } })
    await world.admin.upgradeInstallation({ params: { id }, body: { releaseId: plain } })
    await expect.poll(async () => (await world.admin.getInstallation({ params: { id } })).release.version).toBe('1.2.0')
    expect(await shown()).not.toContain('plain-value')
    expect(await state(id)).toEqual({ a: 'plain-value-2' })
    await put(id, { a: 'entered again' })
    expect((await get(id)).settings).toEqual({ a: 'entered again' })
  })

  it('an upgrade with settings is refused when somebody wrote another revision in between', async () => {
    const { id, listingId } = await running([text('a')], { a: '1' })
    await world.admin.changeInstallation({ params: { id }, body: { pinned: true } })
    const releaseId = await world.release(listingId, { version: '1.1.0', app: { fields: [text('a')] } })
    await put(id, { a: '2' })
    const upgrade = (revision: number) =>
      world.admin.upgradeInstallation({
        params: { id },
        body: { releaseId, settings: { a: '3' } },
        headers: { 'if-match': `"${revision}"` },
      })
    await expect(upgrade(1)).rejects.toMatchObject({ code: 'revision_conflict', status: 412 })
    await upgrade(2)
    await expect.poll(async () => (await get(id)).settings).toEqual({ a: '3' })
  })

  it('what is read back of mappings can be written again after a release dropped one of their fields', async () => {
    const fields = ['vin', 'model'].map((name) => ({ name, title: name }))
    const listing = await world.listing({ platform: { fields } })
    const at = (name: string) => `policyholder.fields[?(@.name=='${name}')]`
    const { id } = await world.admin.launchApp({
      params: { org: 'northwind' },
      body: {
        listingId: listing.id,
        tenantId: world.tenantId,
        settings: {},
        mappings: [{ productName: 'policyholders', fields: { vin: at('first_name'), model: at('last_name') } }],
      },
    })
    await world.reach(id, 'RUNNING')
    await world.release(listing.id, { version: '1.1.0', platform: { fields: fields.slice(0, 1) } })
    await expect.poll(async () => (await world.admin.getInstallation({ params: { id } })).release.version).toBe('1.1.0')
    const { settings, mappings } = await get(id)
    expect(mappings).toEqual([{ productName: 'policyholders', fields: { vin: at('first_name') } }])
    await world.admin.putConfiguration({ params: { id }, body: { settings, mappings } })
  })

  it('no sequence of calls ever shows a write-only value', async () => {
    const shapes = [text('a'), secret('a'), text('a', { sensitive: true })]
    const { id, listingId } = await running([secret('a'), text('b')], {})
    const forbidden = new Set<string>()
    let version = 0
    let count = 0
    let shape: Setting = secret('a')
    const step = fc.oneof(fc.constantFrom(...shapes), fc.constantFrom('write', 'keep', 'clear', 'restore'))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 5 }), async (steps) => {
        for (const each of steps) {
          if (typeof each === 'object') {
            version += 1
            const releaseId = await world.release(listingId, {
              version: `1.${version}.0`,
              app: { fields: [each, text('b')] },
            })
            await world.reach(id, 'RUNNING')
            const { release } = await world.admin.getInstallation({ params: { id } })
            if (release.id !== releaseId) {
              await world.admin.upgradeInstallation({ params: { id }, body: { releaseId } }).catch(() => undefined)
            }
            await expect
              .poll(async () => (await world.admin.getInstallation({ params: { id } })).release.id)
              .toBe(releaseId)
            shape = each
            const now = await state(id)
            if (shape !== shapes[0] && now?.a) forbidden.add(String(now.a))
          } else if (each === 'restore') {
            await world.admin.restoreConfiguration({ params: { id, revision: 1 } as never })
          } else {
            count += 1
            const value = `secret-value-${count}-`
            if (each === 'write' && shape !== shapes[0]) forbidden.add(value)
            await put(id, each === 'write' ? { a: value } : each === 'keep' ? { b: `${count}` } : { a: null })
          }
          const seen = JSON.stringify([
            await get(id),
            await world.admin.listConfigurations({ params: { id }, query: { limit: 200 } }),
            await world.admin.getInstallation({ params: { id } }),
            await world.admin.listInstallationLog({ params: { id }, query: { limit: 200 } }),
          ])
          for (const value of forbidden) expect(seen).not.toContain(value)
        }
      }),
      { numRuns: 3 },
    )
  })
})

it('an installation keeps its newest revisions up to a number and a size, and always the current one', async () => {
  const { id } = await running([text('a')], { a: '1' })
  for (const a of ['2', '3', '4', '5']) await put(id, { a })
  const { db } = world.platform
  const kept = async () =>
    (await world.admin.listConfigurations({ params: { id } })).items.map(({ revision }) => revision)
  await pruneConfigurations(db, id, { revisions: 3, bytes: 1_000_000 })
  expect(await kept()).toEqual([5, 4, 3])
  await pruneConfigurations(db, id, { revisions: 3, bytes: 1 })
  expect(await kept()).toEqual([5])
  await put(id, { a: '6' })
  expect(await state(id)).toEqual({ a: '6' })
  await expect(world.admin.restoreConfiguration({ params: { id, revision: 1 } as never })).rejects.toMatchObject({
    code: 'not_found',
  })
})
