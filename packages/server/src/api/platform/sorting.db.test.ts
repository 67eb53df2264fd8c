import { access, type Operation, type OperationId, operations } from '@mkt/contract/api'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { longLists } from '../../testing/world/long-lists.ts'
import type { World } from '../../testing/world/world.ts'

let api: TestApi
let world: World
let owner: string
let operator: string

beforeAll(async () => {
  api = await testApi()
  ;({ world, owner, operator } = await longLists(api))
})

interface Listed {
  items: object[]
  next: string | null
}

async function read(id: OperationId, query: Record<string, string | number>): Promise<Listed> {
  const operation = operations[id] as Operation
  const subject = world[operation.path.split('/')[1] ?? ''] ?? 'none'
  const path = operation.path.replace(/\{(id|org)\}/, subject)
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) asked.set(name, String(value))
  const { members, signedIn, person } = access[id]
  const isOperators = id === 'listOrganizations' || (!members && !signedIn && !person)
  const authorization = isOperators ? operator : owner
  const answer = await api.app.inject({ url: `/api/v1${path}?${asked}`, headers: { authorization } })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

async function readAll(id: OperationId, query: Record<string, string>): Promise<object[]> {
  const items: object[] = []
  let next: string | null = null
  do {
    const page: Listed = await read(id, { ...query, limit: 2, ...(next === null ? {} : { cursor: next }) })
    items.push(...page.items)
    next = page.next
  } while (next !== null)
  return items
}

const orders = (Object.keys(operations) as OperationId[]).flatMap((id) => {
  const sort = (operations[id] as Operation).query?.shape.sort
  const words = sort === undefined ? [] : (sort as unknown as { unwrap(): { options: string[] } }).unwrap().options
  return words.filter((word) => !word.startsWith('-')).map((word) => ({ id, word }))
})

describe('every list', () => {
  it.each(orders)('$id sorted by $word has each row once over its pages, and the other way round', async (order) => {
    const { items } = await read(order.id, { sort: order.word, limit: 200 })
    expect(items.length).toBeGreaterThan(1)
    expect(await readAll(order.id, { sort: order.word })).toEqual(items)
    expect(await readAll(order.id, { sort: `-${order.word}` })).toEqual(items.toReversed())
  })
})

const client = () => api.as(owner)

describe('the order of a list', () => {
  it('takes upper and lower case as alike', async () => {
    const { items } = await client().listOrganizationListings({ params: { org: 'acme' }, query: { sort: 'title' } })
    expect(items.map((one) => one.title.toLowerCase())).toEqual(['apple', 'apple', 'banana', 'thing'])
  })

  it('puts version 1.10.0 after 1.9.0', async () => {
    const params = { id: world.listings ?? '' }
    const { items } = await client().listReleases({ params, query: { sort: 'version' } })
    expect(items.map((one) => one.version)).toEqual(['1.0.0', '1.9.0', '1.10.0'])
    const installed = await client().listInstallations({ params: { org: 'acme' }, query: { sort: '-version' } })
    expect(installed.items.map((one) => one.release.version)).toEqual(['1.10.0', '1.9.0', '1.0.0', '1.0.0'])
  })

  it('neither repeats nor loses a row when one that was shown moves behind the page', async () => {
    const first = await read('listCalls', { sort: 'durationMs', limit: 1 })
    const [shown] = first.items as { id: string }[]
    await api.database.pool.query('update call set duration_ms = 5000 where id = $1', [shown?.id])
    const rest = await read('listCalls', { sort: 'durationMs', cursor: first.next ?? '' })
    expect((rest.items as { durationMs: number }[]).map((one) => one.durationMs)).toEqual([20, 900, 5000])
  })

  it.each([
    ['of a list sorted otherwise', async () => (await read('listCalls', { sort: '-status', limit: 1 })).next],
    ['of a list that was not sorted', async () => (await read('listCalls', { limit: 1 })).next],
    ['with words where a number belongs', () => cursorOf(['status', 'many', 'cal_1'])],
    ['with a NUL character', () => cursorOf(['status', '\0', 'cal_1'])],
    ['with too little in it', () => cursorOf(['status'])],
  ])('refuses a cursor %s', async (_what, cursor) => {
    const query = new URLSearchParams({ sort: 'status', cursor: (await cursor()) ?? '' })
    const url = `/api/v1/installations/${world.installations}/calls?${query}`
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.json()).toMatchObject({ code: 'request_invalid', problems: [{ pointer: '/query/cursor' }] })
  })

  it('is one of those the list names', async () => {
    const url = '/api/v1/organizations/acme/tenants?sort=apiUrl'
    const answer = await api.app.inject({ url, headers: { authorization: owner } })
    expect(answer.json()).toMatchObject({ code: 'request_invalid', problems: [{ pointer: '/query/sort' }] })
  })
})

function cursorOf(parts: string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
