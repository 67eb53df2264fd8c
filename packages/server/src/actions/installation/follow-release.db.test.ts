import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startStateServer } from '../../state/server.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { followReleases } from './follow-release.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})
beforeEach(() => {
  world.server.seen.length = 0
  world.answer((_request, response) => void response.end('{}'))
})

const key = { name: 'key', title: 'Key', type: 'Password', required: true } as const
const url = { name: 'url', title: 'URL', type: 'Text' } as const

async function launch(listingId: string, body: object = {}, client = world.admin) {
  return client.launchApp({ params: { org: 'northwind' }, body: { listingId, tenantId: world.tenantId, ...body } })
}

const get = (id: string) => world.admin.getInstallation({ params: { id } })

describe('following releases', () => {
  it('takes minor releases by itself, sends upgrade to the new release, and is offered a major one with its notes', async () => {
    const { id: listingId } = await world.listing({ platform: { lifecycle: ['upgrade'] } })
    const { id } = await launch(listingId)
    await world.reach(id, 'RUNNING')
    await world.release(listingId, { version: '1.1.0', platform: { lifecycle: ['upgrade'] } })
    await expect.poll(async () => (await get(id)).release.version).toBe('1.1.0')
    expect(world.hooks()).toEqual(['GET /_app/upgrade'])
    const major = await world.release(listingId, { version: '2.0.0' })
    const notes = { notes: '# Flood', notes_html: '<h1>Flood</h1>' }
    await world.platform.db.updateTable('release').set(notes).where('id', '=', major).execute()
    await expect
      .poll(async () => (await get(id)).offer)
      .toMatchObject({
        releaseId: major,
        version: '2.0.0',
        reason: 'major',
        notes: '# Flood',
        notesHtml: '<h1>Flood</h1>',
      })
    await world.admin.upgradeInstallation({ params: { id }, body: {} })
    await world.reach(id, 'RUNNING')
    expect(await get(id)).toMatchObject({ release: { version: '2.0.0' }, offer: null })
  })

  it('in ERROR takes a followed release at once and tries again', async () => {
    const { id: listingId } = await world.listing({ platform: { lifecycle: ['install'] } })
    world.answer((_request, response) => {
      response.statusCode = 500
      response.end()
    })
    const { id } = await launch(listingId)
    await world.reach(id, 'ERROR')
    world.answer((_request, response) => void response.end())
    await world.release(listingId, { version: '1.0.1', platform: { lifecycle: ['install'] } })
    await world.reach(id, 'RUNNING')
    expect(await get(id)).toMatchObject({ release: { version: '1.0.1' }, reason: null })
  })

  it('shows the new configuration to the upgrade hook before the switch', async () => {
    const server = await startStateServer(world.platform, { host: '127.0.0.1', port: 0 })
    const fields = [url]
    const { id: listingId } = await world.listing({ app: { fields }, platform: { lifecycle: ['upgrade'] } })
    const { id } = await launch(listingId, { settings: { url: 'old' } })
    await world.reach(id, 'RUNNING')
    const read: unknown[] = []
    world.answer(async ({ headers }, response) => {
      const state = await fetch(`http://127.0.0.1:${server.port}/settings/${headers['x-mkt-key']}`)
      read.push(((await state.json()) as { settings: object }).settings)
      response.end()
    })
    const next = { version: '2.0.0', app: { fields: [url, key] }, platform: { lifecycle: ['upgrade' as const] } }
    const releaseId = await world.release(listingId, next)
    const settings = { url: 'new', key: 'the-new-key' }
    await world.admin.upgradeInstallation({ params: { id }, body: { releaseId, settings } })
    await world.reach(id, 'RUNNING')
    expect(read).toEqual([settings])
    await server.stop()
  })

  it('waits while a selected value is no longer offered, and takes the release once another is chosen', async () => {
    const mode = (...values: string[]) => ({
      name: 'mode',
      title: 'Mode',
      type: 'Select' as const,
      values: values.map((value) => ({ text: value, value })),
    })
    const { id: listingId } = await world.listing({ app: { fields: [mode('a', 'b')] } })
    const { id } = await launch(listingId, { settings: { mode: 'a' } })
    await world.reach(id, 'RUNNING')
    await world.release(listingId, { version: '1.1.0', app: { fields: [mode('b')] } })
    await expect
      .poll(async () => (await get(id)).offer)
      .toMatchObject({
        reason: 'needs_configuration',
        problems: [{ pointer: '/settings/mode', rule: 'setting.value.not-offered' }],
      })
    await world.admin.putConfiguration({ params: { id }, body: { settings: { mode: 'b' } } })
    await expect.poll(async () => (await get(id)).release.version).toBe('1.1.0')
  })

  it('holds up nobody where an installation cannot be decided on', async () => {
    const { id: listingId } = await world.listing()
    const ids = [(await launch(listingId)).id, (await launch(listingId)).id].toSorted()
    for (const id of ids) await world.reach(id, 'RUNNING')
    const [broken, sound] = ids as [string, string]
    const { db } = world.platform
    await sql`create function refuse_deciding() returns trigger language plpgsql as $$
      begin if new.id = ${sql.lit(broken)} then raise exception 'unreadable'; end if; return new; end $$`.execute(db)
    await sql`create trigger refuse before update of considered_release_id on installation
      for each row execute function refuse_deciding()`.execute(db)
    await world.release(listingId, { version: '1.1.0' })
    // One at a time: it is met once, and the next one after it.
    await followReleases(world.platform, 1)
    await expect.poll(async () => (await get(sound)).release.version).toBe('1.1.0')
    await sql`drop trigger refuse on installation`.execute(db)
    await expect.poll(async () => (await get(broken)).release.version).toBe('1.1.0')
  })

  it('stays when pinned, and takes the followed release at once when it is no longer', async () => {
    const { id: listingId } = await world.listing()
    const { id } = await launch(listingId)
    await world.reach(id, 'RUNNING')
    await world.admin.changeInstallation({ params: { id }, body: { pinned: true } })
    const next = await world.release(listingId, { version: '1.1.0' })
    const considered = () =>
      world.platform.db
        .selectFrom('installation')
        .select('considered_release_id as id')
        .where('id', '=', id)
        .executeTakeFirst()
    await expect.poll(considered).toEqual({ id: next })
    expect(await get(id)).toMatchObject({ release: { version: '1.0.0' }, offer: null, pinned: true })
    const free = await world.admin.changeInstallation({ params: { id }, body: { pinned: false } })
    expect((free.target ?? free.release).version).toBe('1.1.0')
    await expect.poll(async () => (await get(id)).release.version).toBe('1.1.0')
  })

  it('keeps the old release when the upgrade hook fails, and says so', async () => {
    const { id: listingId } = await world.listing({ platform: { lifecycle: ['upgrade'] } })
    const { id } = await launch(listingId)
    await world.reach(id, 'RUNNING')
    world.answer((_request, response) => {
      response.statusCode = 500
      response.end('no')
    })
    await world.release(listingId, { version: '1.1.0', platform: { lifecycle: ['upgrade'] } })
    await expect.poll(async () => (await get(id)).lastFailure).toMatchObject({ operation: 'upgrade' })
    expect(await get(id)).toMatchObject({ state: 'RUNNING', release: { version: '1.0.0' } })
  })

  it('needs configuration for a new required setting; upgrading with it given takes both at once', async () => {
    const { id: listingId } = await world.listing({ app: { fields: [url] } })
    const { id } = await launch(listingId, { settings: { url: 'u' } })
    await world.reach(id, 'RUNNING')
    await world.release(listingId, { version: '1.1.0', app: { fields: [url, key] } })
    await expect
      .poll(async () => (await get(id)).offer)
      .toMatchObject({
        reason: 'needs_configuration',
        problems: [{ pointer: '/settings/key', rule: 'setting.required.missing' }],
      })
    await expect(world.admin.upgradeInstallation({ params: { id }, body: {} })).rejects.toMatchObject({
      code: 'configuration_invalid',
    })
    await world.admin.upgradeInstallation({ params: { id }, body: { settings: { url: 'u2', key: 'the-new-key' } } })
    await world.reach(id, 'RUNNING')
    expect(await get(id)).toMatchObject({ release: { version: '1.1.0' }, revision: 2 })
    const { settings } = await world.admin.getConfiguration({ params: { id } })
    expect(settings).toEqual({ url: 'u2', key: { set: true, updatedAt: expect.any(String) } })
  })
})
