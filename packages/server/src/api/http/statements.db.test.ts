import { beforeAll, expect, it } from 'vitest'
import { hashPassword } from '../../lib/password/password.ts'
import { setPasswordHash } from '../../store/accounts/people.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { testListings } from '../../testing/world/listings.ts'

let api: TestApi
let key: string

beforeAll(async () => {
  api = await testApi()
  const organization = await api.organization('acme')
  await testListings(api).listing(organization, 'PUBLIC')
  key = (await api.key(organization, ['manage'])).authorization
  // The first use of a key in a minute is written down.
  await api.as(key).getMe()
})

it('who am I takes one statement of an API key, and no turn of the database is for the position alone', async () => {
  expect(await statementsOf(() => api.as(key).getMe())).toHaveLength(1)
})

it('who am I takes four statements of a person', async () => {
  const { authorization } = await api.person()
  expect(await statementsOf(() => api.as(authorization).getMe())).toHaveLength(4)
})

it('the catalogue takes two statements: who asks, and the listings with all that is shown of them', async () => {
  expect(await statementsOf(() => api.as(key).listListings())).toHaveLength(2)
})

it('signing in takes ten statements and waits for the disk once', async () => {
  const { id, email } = await api.person()
  const password = 'long enough it is'
  await setPasswordHash(api.platform.db, id, await hashPassword(password, 'test'))
  const statements = await statementsOf(() => api.as().signIn({ body: { email, password } }))
  expect(statements).toHaveLength(10)
  const changing = statements.filter((text) => /^(insert|update|delete|with)\b/.test(text))
  const alone = changing.filter((text) => statements.indexOf(text) < statements.indexOf('begin'))
  expect(alone.filter((text) => !text.includes("set_config('synchronous_commit', 'off', true)"))).toEqual([])
})
