import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createReadiness } from '../actions/platform/readiness.ts'
import { createMetrics } from '../lib/metrics.ts'
import { Secret } from '../lib/secret.ts'
import { testPlatform } from '../testing/platform/platform.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { startWorkerPort, type WorkerPortOptions } from './worker-port.ts'

const world = await testPlatform()
const token = 'scrape-token-of-this-test'
const platform = {
  ...world.platform,
  metrics: createMetrics(),
  policy: { ...world.platform.policy, metricsToken: new Secret(token) },
}
const readiness = createReadiness(platform)
const shares = { total: 40, perAddress: 30, isShared: () => false }
const open = (port: number | undefined, options: Partial<WorkerPortOptions> = {}) =>
  startWorkerPort(platform, { host: '127.0.0.1', port, shares, readiness, isEnding: () => false, ...options })
const worker = await open(0)
afterAll(() => worker.stop())
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${worker.port}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

it('lives at once, and is ready when its engine answers and may run something', async () => {
  expect((await ask('/healthz')).status).toBe(200)
  const unopened = await ask('/readyz')
  expect(unopened.status).toBe(503)
  expect(JSON.parse(unopened.text)).toEqual({
    status: 'not ready',
    database: 'up',
    changeFeed: 'up',
    reasons: ['The engine has not been opened yet.'],
  })
  readiness.watchEngine({ refusal: null, problems: [], probe: async () => [] })
  expect((await ask('/readyz')).status).toBe(200)
  readiness.watchEngine({ refusal: null, problems: [], probe: () => Promise.reject({ code: 'ENOENT' }) })
  const away = await ask('/readyz')
  expect(away.status).toBe(503)
  expect(JSON.parse(away.text).reasons).toEqual(['The engine does not answer (ENOENT).'])
})

it('shows figures to this machine and to a scraper with the token, and to nobody else', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' }
  expect((await ask('/metrics')).text).toContain('mkt_process_cpu_seconds_total')
  expect((await ask('/metrics', forwarded)).status).toBe(404)
  expect((await ask('/metrics', { ...forwarded, authorization: `Bearer ${token}` })).status).toBe(200)
  const wrong = await ask('/metrics', { ...forwarded, authorization: `Bearer ${token}x` })
  expect(wrong.status).toBe(401)
  expect(wrong.text).not.toContain(token)
  expect((await ask('/anything')).status).toBe(404)
})

it('takes a free port where the usual one is taken and none was asked for', async () => {
  const [first, second] = [await open(undefined), await open(undefined)]
  expect(first.port).not.toBe(second.port)
  await expect(open(worker.port)).rejects.toThrow('EADDRINUSE')
  await first.stop()
  await second.stop()
})

it('one address has a limited number of connections, and another one is still answered', async () => {
  const full = await open(0, { shares: { ...shares, perAddress: 2 } })
  atEnd(() => full.stop())
  const from = async (localAddress: string) => {
    const socket = connect({ host: '127.0.0.1', port: full.port, localAddress })
    atEnd(() => socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  const first = [await from('127.0.0.2'), await from('127.0.0.2')]
  await once(await from('127.0.0.2'), 'close')
  expect(first.map(({ readyState }) => readyState)).toEqual(['open', 'open'])
  const other = await from('127.0.0.3')
  other.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  expect(String(await once(other, 'data'))).toMatch(/^HTTP\/1.1 200 /)
})

it('refusals are delayed over a limit, by address, and probes are not', async () => {
  const parties: string[] = []
  const wait = (party: string) => {
    parties.push(party)
    return Promise.resolve()
  }
  const slow = await open(0, { refusals: { wait, giveBack: () => {} } })
  atEnd(() => slow.stop())
  const statusOf = async (path: string, headers = {}) =>
    (await fetch(`http://127.0.0.1:${slow.port}${path}`, { headers })).status
  expect(await statusOf('/healthz')).toBe(200)
  expect(parties).toEqual([])
  expect(await statusOf('/anything')).toBe(404)
  expect(await statusOf('/metrics', { 'x-forwarded-for': '203.0.113.9', authorization: 'Bearer wrong' })).toBe(401)
  expect(parties).toEqual(['127.0.0.1', '127.0.0.1'])
})
