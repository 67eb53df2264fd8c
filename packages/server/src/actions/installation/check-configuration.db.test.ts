import { beforeAll, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

const fields = [
  { name: 'a', title: 'A', type: 'Text' as const },
  { name: 'k', title: 'K', type: 'Password' as const },
]

async function running(check: (configuration: { settings: Record<string, string> }) => object | string) {
  world.answer((request, response) => {
    if (request.url !== '/_app/check') return void response.end('{}')
    const answer = check(JSON.parse(request.body.toString()).configuration)
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  const listing = await world.listing({ app: { fields }, platform: { lifecycle: ['check'] } })
  const settings = { a: 'one', k: 'first-secret' }
  const body = { listingId: listing.id, tenantId: world.tenantId, settings }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  return { id, listingId: listing.id }
}

it('the app sees the unsaved configuration with its secrets and answers problems at its settings, secrets hidden', async () => {
  const seen: object[] = []
  const { id } = await running((configuration) => {
    seen.push(configuration)
    return { problems: [{ setting: 'k', message: `The service refuses ${configuration.settings.k}.` }] }
  })
  const check = (settings: object) =>
    world.admin.checkConfiguration({ params: { id }, body: { settings: settings as never } })
  expect(await check({ a: 'two', k: 'second-secret' })).toEqual({
    checked: true,
    blocking: false,
    problems: [{ pointer: '/settings/k', rule: 'app.check', message: expect.not.stringContaining('second-secret') }],
  })
  await check({ a: 'two' })
  expect(seen).toMatchObject([
    { settings: { a: 'two', k: 'second-secret' } },
    { settings: { a: 'two', k: 'first-secret' } },
  ])
  expect((await world.admin.getConfiguration({ params: { id } })).revision).toBe(1)
})

it('a problem that blocks is refused at saving; others may be saved anyway', async () => {
  let blocking = true
  const { id } = await running(() => ({ problems: [{ setting: 'a', message: 'No.' }], blocking }))
  const save = () => world.admin.putConfiguration({ params: { id }, body: { settings: { a: 'two' } as never } })
  await expect(save()).rejects.toMatchObject({
    code: 'configuration_invalid',
    problems: [{ pointer: '/settings/a', rule: 'app.check', message: 'No.' }],
  })
  blocking = false
  expect((await save()).revision).toBe(2)
})

it('an app that answers nonsense never stands in the way', async () => {
  const { id } = await running(() => '<html>')
  expect(await world.admin.checkConfiguration({ params: { id }, body: {} })).toEqual({
    checked: false,
    problems: [],
    blocking: false,
  })
  expect(
    (await world.admin.putConfiguration({ params: { id }, body: { settings: { a: 'x' } as never } })).revision,
  ).toBe(2)
})

it('a launch is checked where the release runs already', async () => {
  const { listingId } = await running(() => ({ problems: [{ setting: 'a', message: 'Too short.' }] }))
  const body = { listingId, settings: { a: 'x' } as never }
  expect(await world.admin.checkLaunch({ params: { org: 'northwind' }, body })).toMatchObject({
    checked: true,
    problems: [{ message: 'Too short.' }],
  })
})
