import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { eventually } from '../../testing/run/eventually.ts'

let api: TestApi
let owner: { id: string; authorization: string }

beforeAll(async () => {
  api = await testApi()
  owner = await api.person({ role: 'owner', organization: await api.organization('acme') })
})

const params = { org: 'acme' }

describe('an idempotency key', () => {
  it('gives a repeat the first answer and refuses another body', async () => {
    const create = (appName: string) =>
      api.as(owner.authorization).createListing({
        params,
        body: { appName, title: 'T', variant: 'connected' },
        headers: { 'idempotency-key': 'listing' },
      })
    const first = await create('same')
    expect((await create('same')).id).toBe(first.id)
    await expect(create('different')).rejects.toMatchObject({ status: 409, code: 'idempotency_conflict' })
  })

  it('is free again after a refusal, so that the request can be made once it is possible', async () => {
    const create = () =>
      api.as(owner.authorization).createOrganization({
        body: { name: 'www' },
        headers: { 'idempotency-key': 'refused' },
      })
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'name_reserved' })
    await expect(create()).rejects.toMatchObject({ status: 409, code: 'name_reserved' })
  })

  it('that is still being worked on answers 409 and to come back', async () => {
    const create = () =>
      api.app.inject({
        method: 'POST',
        url: '/api/v1/organizations/acme/listings',
        headers: { authorization: owner.authorization, 'idempotency-key': 'slow' },
        payload: { appName: 'slow', title: 'T', variant: 'connected' },
      })
    // Holding this lock keeps the first request in the middle of its work.
    const holder = await api.database.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table listing in access exclusive mode')
      const first = create()
      await eventually(async () => {
        const { rows } = await api.database.pool.query("select 1 from idempotency where key = 'slow'")
        expect(rows).toHaveLength(1)
      })
      const second = await create()
      expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([
        409,
        'idempotency_running',
        '1',
      ])
      await holder.query('commit')
      expect((await first).statusCode).toBe(201)
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const third = await create()
    expect([third.statusCode, third.headers['idempotency-replayed']]).toEqual([201, 'true'])
  })
})
