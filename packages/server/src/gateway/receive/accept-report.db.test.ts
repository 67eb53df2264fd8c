import { expect, test } from 'vitest'
import { gatewayScene, post } from '../../testing/gateway/gateway-scene.ts'

const { database, launch } = await gatewayScene()

const report = (locator: string, account: string) =>
  JSON.stringify({ locator, type: 'policy.account.anonymize', data: { accountLocator: account } })
const kept = (installationId: string) =>
  database.db.selectFrom('account_erasure').selectAll().where('installation_id', '=', installationId).execute()

test('an anonymized account is reported to the platform itself: kept once, sealed, and shown to no app', async () => {
  const { app, route, url } = await launch(undefined, { variant: 'enterprise' })
  for (let repeat = 0; repeat < 2; repeat += 1)
    expect((await post(`${url}/_app/reports`, report('evt-1', 'account-0001'))).status).toBe(202)
  const rows = await kept(route.installationId)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.account?.includes('account-0001')).toBe(false)
  expect(app.seen).toEqual([])
  expect(await database.db.selectFrom('event').select('id').execute()).toEqual([])
})

test('a report is taken while the installation is stopped: what was recorded is still there', async () => {
  const { route, url } = await launch(undefined, { variant: 'enterprise', state: 'STOPPED', instances: [] })
  expect((await post(`${url}/_app/reports`, report('evt-2', 'account-0002'))).status).toBe(202)
  expect(await kept(route.installationId)).toHaveLength(1)
})

test('what reports something else is acknowledged and forgotten', async () => {
  const { route, url } = await launch(undefined, { variant: 'enterprise' })
  for (const body of ['no json', '{"type":"policy.quote.create"}', '{"type":"policy.account.anonymize","data":{}}'])
    expect((await post(`${url}/_app/reports`, body)).status).toBe(202)
  expect(await kept(route.installationId)).toEqual([])
})

test('nobody reports without the secret of the route, in another spelling, or in the connected variant', async () => {
  const { route, url } = await launch(undefined, { variant: 'enterprise' })
  const body = report('evt-3', 'account-0003')
  expect((await fetch(`${url}/_app/reports`, { method: 'POST', body })).status).toBe(401)
  for (const path of ['/_APP/reports', '/_app/reports/', '/_app/other', '/_app/%72eports'])
    expect((await post(url + path, body)).status).toBe(404)
  const connected = await launch(undefined, { variant: 'connected' })
  expect((await post(`${connected.url}/_app/reports`, body)).status).toBe(404)
  expect(await kept(route.installationId)).toEqual([])
})
