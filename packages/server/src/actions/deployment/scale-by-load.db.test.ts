import { expect, test } from 'vitest'
import { countRequest, noRequests } from '../../domain/traffic/request-count.ts'
import { deploymentById } from '../../store/deployment/deployments.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import { addTallies } from '../../store/traffic/request-tallies.ts'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld } from '../../testing/world/world.ts'
import { createFigureRecorder } from './record-figures.ts'
import type { Runner } from './runner.ts'
import { createLoadScaler } from './scale-by-load.ts'

const MINUTE = 60_000
const api = await testApi()
const { platform } = api
const organization = await api.organization('scaling')
const owner = await api.person({ organization, role: 'owner' })
const { deployments: id } = await testWorld(api, organization, owner.id)
const client = api.as(owner.authorization)
const params = { id: `${id}` }
const instance = { id: 'inst_1', state: 'HEALTHY' } as InstanceRow
const runner = { engine: { figures: async () => null } } as unknown as Runner
const recorder = createFigureRecorder(platform, runner)
const replicas = async () => (await deploymentById(platform.db, params.id))?.replicas

/** A minute in which so many requests were in progress at once on average, as several processes count them. */
async function minuteWith(atOnce: number): Promise<number | undefined> {
  for (const half of [0.5, 0.5]) {
    const counted = noRequests()
    for (let second = 0; second < 60; second++)
      countRequest(counted, { durationMs: atOnce * 1_000 * half, failed: false })
    if (atOnce > 0) await addTallies(platform.db, new Map([[params.id, counted]]))
  }
  api.clock.advance(MINUTE)
  const deployment = await deploymentById(platform.db, params.id)
  if (deployment !== undefined) await recorder.record(deployment, [instance])
  return replicas()
}

test('the number of instances follows the load of all processes between the numbers that the publisher gave, and is audited', async () => {
  const changed = await client.changeDeployment({ params, body: { minInstances: 2, maxInstances: 5 } })
  expect(changed).toMatchObject({ replicas: 2, minInstances: 2, maxInstances: 5 })
  // Counts from before the first reading belong to an unknown time.
  expect(await minuteWith(90)).toBe(2)
  expect(await minuteWith(34)).toBe(4)
  expect(await minuteWith(900)).toBe(5)
  const calm: (number | undefined)[] = []
  for (let minute = 0; minute < 16; minute++) calm.push(await minuteWith(0))
  expect(calm).toEqual([...new Array(10).fill(5), 4, 3, 2, 2, 2, 2])
  const audited = await platform.db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'deployment.scale')
    .orderBy('id')
    .execute()
  expect(audited.map(({ details }) => (details as { replicas: number }).replicas)).toEqual([4, 5, 4, 3, 2])
})

test('a number that the publisher chooses is kept whatever the load', async () => {
  expect(await client.changeDeployment({ params, body: { replicas: 3 } })).toMatchObject({
    replicas: 3,
    minInstances: null,
    maxInstances: null,
  })
  expect([await minuteWith(500), await minuteWith(500), await minuteWith(0)]).toEqual([3, 3, 3])
})

test.each([
  [{ replicas: 2 }, 2],
  [{ minInstances: 1, maxInstances: 3 }, 3],
])('the load does not overrule what the publisher chose since it was looked at: %o', async (body, expected) => {
  await client.changeDeployment({ params, body: { minInstances: 1, maxInstances: 6 } })
  const seen = await deploymentById(platform.db, params.id)
  await client.changeDeployment({ params, body })
  if (seen !== undefined) await createLoadScaler(platform).follow(seen, 60 * MINUTE, MINUTE)
  expect(await replicas()).toBe(expected)
})

test('a range that is none is refused', async () => {
  for (const body of [
    {},
    { minInstances: 1 },
    { minInstances: 4, maxInstances: 2 },
    { replicas: 1, minInstances: 1, maxInstances: 2 },
  ])
    await expect(client.changeDeployment({ params, body }), JSON.stringify(body)).rejects.toMatchObject({ status: 422 })
})
