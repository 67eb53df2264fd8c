import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type FakePlatform, sampleEvent, startFakePlatform } from '@mkt/sdk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.skipIf(!hasPython)('an application in Python, without our SDK', () => {
  let platform: FakePlatform
  let python: ChildProcess
  let url: string
  let heard: (line: string) => void = () => {}

  beforeAll(async () => {
    platform = await startFakePlatform()
    python = spawn('python3', ['-u', join(import.meta.dirname, 'app.py')], {
      env: { PATH: process.env.PATH, MKT_PORT: '0', MKT_STATE_API: platform.stateApi },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (!python.stdout) throw new Error('no output')
    const reader = createInterface(python.stdout)
    const [first] = (await once(reader, 'line')) as [string]
    url = `http://127.0.0.1:${/\d+$/.exec(first)?.[0]}`
    reader.on('line', (line) => heard(line))
  })
  afterAll(async () => {
    python.kill()
    await Promise.all([once(python, 'exit'), platform.close()])
  })

  it('is healthy', async () => {
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('hears an event with the setting of the customer', async () => {
    const route = platform.route({ settings: { greeting: 'Bonjour' } })
    const line = new Promise<string>((resolve) => {
      heard = resolve
    })
    expect((await platform.send(url, route, '/events', sampleEvent())).status).toBe(204)
    expect(await line).toBe('Bonjour: policy.issue {"policyLocator": "100002122"}')
  })

  it('gives up on what it can never read, and asks again when the state is away', async () => {
    const route = platform.route({ settings: { greeting: 'Bonjour' } })
    expect((await platform.send(url, route, '/events', '[]')).status).toBe(422)
    expect((await platform.send(url, { ...route, key: 'unknown' }, '/events', sampleEvent())).status).toBe(422)
    route.fail(503, 'tenant_unavailable')
    expect((await platform.send(url, route, '/events', sampleEvent())).status).toBe(503)
  })
})
