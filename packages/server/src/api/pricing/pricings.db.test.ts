import { beforeAll, expect, it } from 'vitest'
import { insertPricings, type NewPricing, prunePricings } from '../../store/pricing/pricings.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { testWorld, type World } from '../../testing/world/world.ts'

let api: TestApi
let world: World
let authorization: string
let organizationId: string
beforeAll(async () => {
  api = await testApi()
  const acme = await api.organization('acme')
  const owner = await api.person({ role: 'owner', organization: acme })
  organizationId = acme.id
  authorization = owner.authorization
  world = await testWorld(api, acme, owner.id)
  await insertPricings(
    api.database.pool,
    Array.from({ length: 1_203 }, (_, index) => row(index)),
  )
})

function row(index: number): NewPricing {
  return {
    id: newId('cal', new Date(Date.UTC(2026, 0, 1) + index * 60_000)),
    installationId: world.installations as string,
    organizationId,
    at: new Date(Date.UTC(2026, 0, 1) + index * 60_000),
    releaseId: world.releases as string,
    version: '1.0.0',
    releaseDigest: 'sha256:0',
    revision: 2,
    path: '/rate',
    status: 200,
    code: null,
    fallback: null,
    policyLocator: `policy-${index}`,
    product: 'auto',
    operation: 'renewal',
    currency: 'USD',
    perils: [
      { locator: 'a', peril: 'collision', exposure: 'vehicle', basis: 'premium', amount: 10.1 },
      { locator: 'b', peril: 'liability', exposure: 'vehicle', basis: 'premium', amount: 20.2 },
    ],
  }
}

const get = (path: string) =>
  api.app.inject({
    url: `/api/v1/installations/${world.installations}/pricing${path}`,
    headers: { authorization },
  })

it('shows rater calls, newest first, with premiums per peril and their total', async () => {
  const { items } = (await get('?limit=1')).json()
  expect(items).toMatchObject([
    { policyLocator: 'policy-1202', total: 30.3, currency: 'USD', revision: 2, releaseDigest: 'sha256:0' },
  ])
  expect((await get('?policyLocator=policy-7')).json().items).toHaveLength(1)
  expect((await get('?to=2026-01-01T00:02:00Z')).json().items).toHaveLength(2)
})

it('exports every row as JSON lines, and every peril as a line of CSV', async () => {
  const lines = await get('/export')
  expect(lines.headers['content-type']).toContain('application/x-ndjson')
  expect(lines.body.trim().split('\n')).toHaveLength(1_203)
  const csv = await get('/export?format=csv&from=2026-01-01T00:01:00Z&to=2026-01-01T00:03:00Z')
  expect(csv.headers['content-type']).toContain('text/csv')
  expect(csv.headers['content-disposition']).toContain('-pricing.csv')
  const [head, ...rest] = csv.body.trim().split('\r\n')
  expect(head).toContain('perilCharacteristicsLocator')
  expect(rest).toHaveLength(4)
})

it('exports page by page: together they are the stream, and each but the last names the next', async () => {
  for (const format of ['csv', 'jsonl']) {
    const whole = (await get(`/export?format=${format}`)).body
    let [text, pages] = ['', 0]
    for (let cursor = ''; ; ) {
      const answer = await get(`/export?format=${format}&limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`)
      expect(answer.statusCode).toBe(200)
      text += answer.body
      pages += 1
      cursor = String(answer.headers['x-mkt-next'] ?? '')
      if (cursor === '') break
    }
    expect(pages).toBe(3)
    expect(text).toBe(whole)
  }
  expect((await get('/export?cursor=nonsense!')).json()).toMatchObject({ code: 'request_invalid' })
})

it('forgets rows after the days that the operator set', async () => {
  expect(await prunePricings(api.database.pool, new Date('2026-01-01T00:05:00Z'), 500)).toBe(5)
  expect((await get('?to=2026-01-01T00:05:00Z')).json().items).toEqual([])
})
