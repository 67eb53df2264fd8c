import { expect, test } from 'vitest'
import { testApi } from '../../testing/platform/api.ts'
import { testWorld } from '../../testing/world/world.ts'
import { renewInstances } from './renew-instances.ts'

const api = await testApi()

test('instances that know the platform by another address, or have no outlet where others do, are replaced once', async () => {
  const organization = await api.organization('renewing')
  const owner = await api.person({ organization, role: 'owner' })
  const { deployments: id } = await testWorld(api, organization, owner.id)
  const { platform } = api
  const running = platform.db.updateTable('deployment').set({ state: 'RUNNING' }).where('id', '=', `${id}`)
  await running.execute()
  const generation = async () =>
    (
      await platform.db
        .selectFrom('deployment')
        .select('generation')
        .where('id', '=', `${id}`)
        .executeTakeFirstOrThrow()
    ).generation
  const before = await generation()

  expect(await renewInstances(platform)).toBe(0)
  expect(await renewInstances(platform)).toBe(0)
  expect(await generation()).toBe(before)

  platform.addresses.stateUrl = 'http://127.0.0.1:7999'
  expect(await renewInstances(platform)).toBe(1)
  expect(await renewInstances(platform)).toBe(0)
  expect(await generation()).toBe(before + 1)

  const allowAddresses = ['127.0.0.1:9999']
  expect(await renewInstances({ ...platform, policy: { ...platform.policy, allowAddresses } })).toBe(1)
  expect(await generation()).toBe(before + 2)

  // Those from before have no outlet.
  await renewInstances(platform)
  expect(await renewInstances(platform, { hasOutlets: true })).toBe(1)
  expect(await renewInstances(platform, { hasOutlets: true })).toBe(0)
})

test('what does not run is left as it is', async () => {
  const { platform } = api
  await platform.db.updateTable('deployment').set({ state: 'STOPPED' }).execute()
  platform.addresses.stateUrl = 'http://127.0.0.1:8999'
  expect(await renewInstances(platform)).toBe(0)
})
