import { beforeAll, expect, it } from 'vitest'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

/** What a moderator sees of the hooks of a test installation whose application answers like this. */
async function evidenceOf(answer: Parameters<LaunchWorld['answer']>[0], state: 'RUNNING' | 'ERROR') {
  world.answer(answer)
  const { id: listingId } = await world.listing({ platform: { lifecycle: ['install'] } }, 'DRAFT')
  const { id } = await world.developer.launchApp({
    params: { org: 'acme' },
    body: { listingId, tenantId: world.publisherTenantId },
  })
  await world.reach(id, state)
  const review = await world.developer.openReview({ params: { id: listingId }, body: {} })
  const moderator = world.as((await world.person({ platformRole: 'moderator' })).authorization)
  const { evidence } = await moderator.getReview({ params: { id: review.id } })
  expect(evidence).toMatchObject([{ installationId: id, state }])
  return evidence[0]?.hooks ?? []
}

const measured = expect.any(Number)

it('a hook that succeeded is shown with its status and duration', async () => {
  const hooks = await evidenceOf((_request, response) => void response.end('{}'), 'RUNNING')
  expect(hooks).toMatchObject([{ hook: 'install', succeeded: true, status: 200, durationMs: measured }])
})

it('a hook that failed is shown with status and duration of every try, and with what it said', async () => {
  const hooks = await evidenceOf((_request, response) => void response.writeHead(507).end('no room left'), 'ERROR')
  const failed = { hook: 'install', succeeded: false, status: 507, durationMs: measured }
  expect(hooks).toMatchObject([failed, failed, failed])
  // The clock of the tests stands still, so entries of one moment come in any order.
  const said = hooks.map(
    ({ answer }) => /answered 507: no room left \((try \d of 3), after \d+ ms\)$/.exec(answer)?.[1],
  )
  expect(said.sort()).toEqual(['try 1 of 3', 'try 2 of 3', 'try 3 of 3'])
})

it('a hook that gave no answer is shown without a status, and with how long it took', async () => {
  const hooks = await evidenceOf((_request, response) => void response.destroy(), 'ERROR')
  expect(hooks[0]).toMatchObject({ hook: 'install', succeeded: false, status: null, durationMs: measured })
})

it('a hook that was busy for too long is shown with the status it kept giving', async () => {
  world.times.pollLimitMs = 0
  const busy: Parameters<LaunchWorld['answer']>[0] = (_request, response) =>
    void response.writeHead(202, { location: '/busy' }).end()
  const hooks = await evidenceOf(busy, 'ERROR')
  expect(hooks[0]).toMatchObject({ hook: 'install', succeeded: false, status: 202, durationMs: measured })
})
