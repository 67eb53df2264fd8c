import { expect, test, vi } from 'vitest'
import { gatewayScene, post } from '../../testing/gateway/gateway-scene.ts'
import { startAppServer } from '../../testing/http/app-server.ts'
import { eventually } from '../../testing/run/eventually.ts'

const { gateway, apps, launch } = await gatewayScene()

test('a call waits within its deadline for an instance that is about to be back, and tells it what is left', async () => {
  const { route, url } = await launch(undefined, { instances: [], awaited: true })
  const look = vi.spyOn(gateway.routes, 'byRouteId')
  const answer = post(`${url}/autofill`)
  // It was admitted, and looked for an instance again, before there was one.
  await eventually(() => expect(look.mock.calls.length).toBeGreaterThan(3))
  look.mockRestore()
  const app = await startAppServer()
  apps.push(app)
  gateway.routes.replace({ ...route, instances: [app.instance] })
  expect((await answer).status).toBe(200)
  const left = Number(app.seen[0]?.headers['x-mkt-deadline-ms'])
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(10_000)
})

test('a call waits for an instance that does not listen at the moment, and nothing is sent twice', async () => {
  const gone = await startAppServer()
  await gone.close()
  const { route, url } = await launch(undefined, { instances: [gone.instance], awaited: true })
  const answer = post(`${url}/rate`)
  const app = await startAppServer()
  apps.push(app)
  gateway.routes.replace({ ...route, awaited: true, instances: [app.instance] })
  expect((await answer).status).toBe(200)
  expect(app.seen).toHaveLength(1)
})

test('a call that finds none within its deadline gets 503', async () => {
  const autofill = new Map([['/autofill', { timeoutMs: 200 }]])
  const { url } = await launch(undefined, { instances: [], awaited: true, autofill })
  const answer = await post(`${url}/autofill`)
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'app_unavailable' }])
})

test('a call whose installation is stopped while it waits ends at once', async () => {
  const { route, url } = await launch(undefined, { instances: [], awaited: true })
  const answer = post(`${url}/autofill`)
  gateway.routes.replace({ ...route, state: 'STOPPED', awaited: true })
  expect([503, 410]).toContain((await answer).status)
})

test.each(['/x', '/autofill'])('%s is refused at once where no instance is about to be back', async (path) => {
  // Who waited would do so for longer than this test may take.
  const autofill = new Map([['/autofill', { timeoutMs: 3_600_000 }]])
  const { url } = await launch(undefined, { instances: [], awaited: false, autofill })
  expect((await post(url + path)).status).toBe(503)
})

test('a call whose bodies flow through has no deadline to wait in', async () => {
  const { url } = await launch(undefined, { instances: [], awaited: true })
  expect((await post(`${url}/x`)).status).toBe(503)
})
