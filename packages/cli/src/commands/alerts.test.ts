import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { run } from '../run.ts'
import { capturedWorld } from '../testing/captured-world.ts'
import { showAlertRules } from '../views/show-alert-rules.ts'
import { ruleOf } from './alerts.ts'

const options = { when: 'failing', threshold: '5', timeZone: 'UTC', secretEnv: 'MKT_ALERT_SECRET' } as const

it('options describe a rule; the secret of a webhook comes from the environment', () => {
  expect(ruleOf('night', { ...options, mail: 'a@b.test', quiet: '22:00-06:00' }, {})).toEqual({
    name: 'night',
    kind: 'failing',
    threshold: 5,
    target: 'mail',
    address: 'a@b.test',
    quietHours: { from: '22:00', to: '06:00', timeZone: 'UTC' },
  })
  const env = { MKT_ALERT_SECRET: 'sixteen letters!' }
  expect(ruleOf('hook', { ...options, webhook: 'https://x.test' }, env)).toMatchObject({
    target: 'webhook',
    secret: 'sixteen letters!',
  })
  expect(ruleOf('chat', { ...options, slack: 'https://x.test' }, env)).not.toHaveProperty('secret')
})

it.each([
  [{}, /where messages go/],
  [{ mail: 'a@b.test', slack: 'https://x.test' }, /where messages go/],
  [{ webhook: 'https://x.test' }, /MKT_ALERT_SECRET is not set/],
  [{ mail: 'a@b.test', quiet: 'night' }, /no hours/],
  [{ mail: 'a@b.test', threshold: '1.5' }, /no whole number/],
])('%j is refused before anything is asked', (change, words) => {
  expect(() => ruleOf('x', { ...options, ...change }, {})).toThrow(words)
})

it('rules are listed with what they tell of and what went wrong', () => {
  const rule = { id: 'alr_1', name: 'night', kind: 'slow', threshold: 300, target: 'slack', address: 'https://x.test' }
  const lines = showAlertRules([{ ...rule, quietHours: null, firing: 2, problem: 'status 500' } as never])
  expect(lines[1]).toMatch(/^alr_1 +night +slow 300 milliseconds +slack https:\/\/x\.test +- +2 +status 500$/)
})

it('an address that is a secret comes from standard input', async () => {
  const taken: unknown[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') taken.push(await json(request))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'alr_1', organization: { id: 'org_1', name: 'acme' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { MKT_URL: url, MKT_CLIENT_ID: 'id', MKT_API_KEY: 'key' }
  const args = ['alerts', 'add', 'chat', '--when', 'update', '--slack', '-']
  expect(await run(args, capturedWorld('/', env, 'https://chat.test/secret\n'))).toBe(0)
  expect(taken).toMatchObject([{ target: 'slack', address: 'https://chat.test/secret' }])
  const world = capturedWorld('/', env, '')
  expect(await run(args, world)).toBe(2)
  expect(world.err()).toContain('Standard input holds no address.')
})
