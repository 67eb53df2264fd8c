import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRouteTable, type RouteTable } from '../../../../server/src/actions/route/route-table.ts'
import { tunnelLine } from '../../../../server/src/domain/route/tunnel.ts'
import { silentLog } from '../../../../server/src/lib/log.ts'
import { type AppClient, createAppClient } from '../../../../server/src/outbound/app/app-client.ts'
import { answerHeader } from '../../../../server/src/outbound/app/held-answer.ts'
import { storedRoutes } from '../../../../server/src/store/route/routes.ts'
import { eventually } from '../../../../server/src/testing/run/eventually.ts'
import { type LaunchWorld, launchWorld } from '../../../../server/src/testing/world/launch-world.ts'
import { startTunnels } from '../../../../server/src/tunnel/server.ts'
import type { AppCall, AppCaller } from './call-app.ts'
import { openDevTunnel } from './dev-tunnel.ts'

let world: LaunchWorld
let routes: RouteTable
let client: AppClient
let id: string
beforeAll(async () => {
  world = await launchWorld({ worker: false })
  const { platform } = world
  routes = await createRouteTable(storedRoutes(platform.db), platform.changes, silentLog)
  client = createAppClient(silentLog, (tunnelId) => tunnelLine(platform.keyRing, tunnelId))
  const { id: listingId } = await world.listing()
  const body = { listingId, tenantId: world.publisherTenantId }
  id = (await world.developer.launchApp({ params: { org: 'acme' }, body })).id
})
afterAll(async () => {
  routes.close()
  await client.close()
})

const listen = async () => {
  const server = await startTunnels(world.platform, { host: '127.0.0.1', port: 0 })
  world.platform.addresses.tunnelUrl = `http://127.0.0.1:${server.port}`
  return server
}
const ask = async (body: Buffer) => {
  const [instance] = routes.byInstallation(id)?.instances ?? []
  if (instance?.tunnel !== true) return undefined
  const request = { method: 'POST', target: '/rate', headers: ['x-mkt-key', 'k1', 'webhook-id', 'e1'], body }
  const answer = await client.send(instance, { ...request, timeoutMs: 5_000, maxAnswerBytes: 100_000 })
  if (answer.kind !== 'answer') return answer
  const cookies = answer.headers.filter((_, index) => answer.headers[index - 1] === 'set-cookie')
  return { status: answer.status, body: answer.body, location: answerHeader(answer, 'location'), cookies }
}

it('a request arrives byte by byte with the headers of the platform, and the answer goes back with its own; a lost connection is made again, an ended one is not', async () => {
  const asked: AppCall[] = []
  const caller: AppCaller = {
    async call(request) {
      asked.push(request)
      const { method, path } = request
      const bytes = Buffer.from(request.body)
      const call = { id: '1', at: '', kind: 'rater' as const, method, path, requestBody: '', status: 302, answer: '' }
      const headers = { connection: 'close, x-hop', 'x-hop': '1', location: '/to', 'set-cookie': ['a=1', 'b=2'] }
      return { call: { ...call, durationMs: 0, stateReads: 0 }, answer: { status: 302, headers, bytes } }
    },
  }
  const lines: string[] = []
  const first = await listen()
  const print = (line: string) => lines.push(line)
  const tunnel = await openDevTunnel({ client: world.developer, installationId: id, caller, print, firstMs: 10 })
  const bytes = Buffer.from([0xff, 0x00, 0xfe])
  const whole = { status: 302, body: bytes, location: '/to', cookies: ['a=1', 'b=2'] }
  await eventually(async () => expect(await ask(bytes)).toEqual(whole))
  expect(asked.at(-1)).toMatchObject({
    method: 'POST',
    path: '/rate',
    body: bytes,
    headers: { 'x-mkt-key': 'k1', 'webhook-id': 'e1' },
    fromPlatform: true,
  })
  const other = { client: world.developer, installationId: id, caller, print }
  await expect(openDevTunnel(other)).rejects.toMatchObject({ code: 'tunnel_taken' })

  await first.stop()
  const second = await listen()
  await eventually(() => expect(lines).toContain('tunnel: connected again'))
  await eventually(async () => expect(await ask(bytes)).toEqual(whole))

  await world.developer.closeTunnel({ params: { id } })
  await eventually(() =>
    expect(lines.at(-1)).toBe('tunnel: the platform ended it; traffic goes to the deployed release'),
  )
  expect(routes.byInstallation(id)?.instances[0]?.tunnel).toBeUndefined()
  await tunnel.close()
  await second.stop()
})

it('what the platform passes of state reaches the working copy, and names the policy system it may reach', async () => {
  const server = await listen()
  const caller: AppCaller = { call: () => Promise.reject(new Error('nobody asks')) }
  const tunnel = await openDevTunnel({ client: world.developer, installationId: id, caller, print: () => {} })
  expect(await tunnel.state('/state/of-nobody', undefined)).toMatchObject({ status: 404 })
  expect([...tunnel.policySystems]).toEqual([])
  await tunnel.close()
  expect(await tunnel.state('/state/of-nobody', undefined)).toBeUndefined()
  await eventually(() => expect(routes.byInstallation(id)?.instances[0]?.tunnel).toBeUndefined())
  await server.stop()
})
