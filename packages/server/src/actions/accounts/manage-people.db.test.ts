import { expect, it } from 'vitest'
import { peopleWithPlatformRole, personById } from '../../store/accounts/people.ts'
import { testApi } from '../../testing/platform/api.ts'
import { byPlatform } from '../platform/origin.ts'
import { changePersonRole, setPersonEnabled } from './manage-people.ts'

const api = await testApi()
const { platform } = api
const found = async (id: string) => {
  const one = await personById(platform.db, id)
  if (one === undefined) throw new Error(`${id} is gone`)
  return one
}

it('of operators who remove each other at the same time one stays', async () => {
  const ids = await Promise.all(
    Array.from({ length: 6 }, async () => (await api.person({ platformRole: 'operator' })).id),
  )
  const people = await Promise.all(ids.map(found))
  const removed = people.map((one, at) =>
    at % 2 === 0
      ? changePersonRole(platform, { person: one, platformRole: null }, byPlatform)
      : setPersonEnabled(platform, { person: one, enabled: false }, byPlatform),
  )
  const outcomes = await Promise.allSettled(removed)
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toMatchObject([{ code: 'last_owner' }])
  expect(await peopleWithPlatformRole(platform.db, 'operator')).toHaveLength(1)
})
