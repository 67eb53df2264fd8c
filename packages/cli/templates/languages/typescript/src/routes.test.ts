import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { routes } from './routes.ts'
import { createAppServer } from './serve.ts'

async function urlOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('an event is heard with the settings of its customer', async () => {
  const states = createServer((_request, response) => {
    response.end(JSON.stringify({ settings: { greeting: 'Salut' }, mappings: [] }))
  })
  const app = createAppServer(routes)
  process.env.MKT_STATE_API = await urlOf(states)
  const body = JSON.stringify({ type: 'policy.issue', data: { policyLocator: '1' } })
  const answer = await fetch(`${await urlOf(app)}/events`, { method: 'POST', body, headers: { 'x-mkt-key': 'k' } })
  assert.equal(answer.status, 204)
  states.close()
  app.close()
})
