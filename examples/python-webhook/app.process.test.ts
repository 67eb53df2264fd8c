import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { type FakePlatform, sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Under CI the suite installs it, so that nothing is passed over there.
const hasPython = spawnSync('python3', ['--version']).status === 0 || process.env.CI === 'true'

interface Running {
  python: ChildProcess
  url: string
  output: Interface
}

async function start(stateApi: string, env: Record<string, string> = {}): Promise<Running> {
  const python = spawn('python3', ['-u', join(import.meta.dirname, 'app.py')], {
    env: { PATH: process.env.PATH, MKT_PORT: '0', MKT_STATE_API: stateApi, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!python.stdout) throw new Error('no output')
  const output = createInterface(python.stdout)
  const [first] = (await once(output, 'line')) as [string]
  return { python, output, url: `http://127.0.0.1:${/\d+$/.exec(first)?.[0]}` }
}

describe.skipIf(!hasPython)('an application in Python, without our SDK', () => {
  let platform: FakePlatform
  let running: Running
  let heard: (line: string) => void = () => {}

  beforeAll(async () => {
    platform = await startFakePlatform()
    running = await start(platform.stateApi)
    running.output.on('line', (line) => heard(line))
  })
  afterAll(async () => {
    running.python.kill()
    await Promise.all([once(running.python, 'exit'), platform.close()])
  })

  it('is healthy', async () => {
    expect((await fetch(`${running.url}/health`)).status).toBe(200)
  })

  it('hears an event with the setting of the customer', async () => {
    const route = platform.route({ settings: { greeting: 'Bonjour' } })
    const line = new Promise<string>((resolve) => {
      heard = resolve
    })
    expect((await platform.send(running.url, route, '/events', sampleEvent())).status).toBe(204)
    expect(await line).toBe('Bonjour: policy.issue {"policyLocator": "100002122"}')
  })

  it('gives up on what it can never read, and asks again when the state is away', async () => {
    const route = platform.route({ settings: { greeting: 'Bonjour' } })
    expect((await platform.send(running.url, route, '/events', '[]')).status).toBe(422)
    expect((await platform.send(running.url, { ...route, key: 'unknown' }, '/events', sampleEvent())).status).toBe(422)
    route.fail(503, 'tenant_unavailable')
    expect((await platform.send(running.url, route, '/events', sampleEvent())).status).toBe(503)
  })
})

/** A state interface that answers when it is told to. */
async function startSlowState() {
  const asked = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const server = createServer(async (_request, response) => {
    asked.resolve()
    await told.promise
    response.end(JSON.stringify({ settings: { greeting: 'Hello' }, mappings: [] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: asked.promise,
    answer: told.resolve,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const post = (url: string) => fetch(`${url}/events`, { method: 'POST', body: JSON.stringify(sampleEvent()) })

/** Whether a new connection is refused. */
const refuses = (url: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
    socket.on('connect', () => socket.destroy())
  })

describe.skipIf(!hasPython)('an application in Python that is told to end', () => {
  it('takes no new connection, finishes the request in flight, and then ends without a failure', async () => {
    const state = await startSlowState()
    const { python, url } = await start(state.url)
    try {
      await fetch(`${url}/health`) // leaves an idle connection, which must not hold up the end
      const answer = post(url)
      await state.asked
      const exited = once(python, 'exit')
      python.kill('SIGTERM')
      await expect.poll(() => refuses(url)).toBe(true)
      expect(python.exitCode).toBeNull()
      state.answer()
      const { status, headers } = await answer
      expect([status, headers.get('connection')]).toEqual([204, 'close'])
      expect(await exited).toEqual([0, null])
    } finally {
      python.kill('SIGKILL')
      state.close()
    }
  })

  it('ends in any case when its time to drain is over', async () => {
    const state = await startSlowState()
    const { python, url } = await start(state.url, { DRAIN_SECONDS: '0.1' })
    try {
      const answer = post(url).then(
        () => 'answered',
        () => 'cut',
      )
      await state.asked
      const exited = once(python, 'exit')
      python.kill('SIGTERM')
      expect(await exited).toEqual([0, null])
      expect(await answer).toBe('cut')
    } finally {
      python.kill('SIGKILL')
      state.close()
    }
  })
})
