import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { freePort } from '@mkt/engines'
import type { Manifest } from '@mkt/manifest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issueKey } from '../domain/route/key.ts'
import { type RelayWorld, relayWorld } from '../testing/gateway/relay-world.ts'
import { atEnd } from '../testing/run/at-end.ts'
import { bareEnvironment } from '../testing/run/bare-environment.ts'

const examples = resolve(import.meta.dirname, '../../../../examples')
// Under CI the suite installs it, so that nothing is passed over there.
const hasPython = spawnSync('python3', ['--version']).status === 0 || process.env.CI === 'true'
const modes = ['off', 'read', 'write'] as const

let world: RelayWorld
const running: ChildProcess[] = []
beforeAll(async () => {
  world = await relayWorld()
})
afterAll(async () => {
  for (const child of running) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})

/** Starts an example as the platform does and launches it for a customer; gives what sends it a request under that customer's key. */
async function launched(name: string, command: [string, ...string[]], settings: Record<string, string>) {
  const { app, platform } = JSON.parse(readFileSync(join(examples, name, 'platform-app.json'), 'utf8')) as Manifest
  // Its hooks are called here by hand, so that each mode of the relay sees them.
  const { lifecycle: _lifecycle, ...rest } = platform ?? {}
  const { id: listingId } = await world.listing({ ...(app === undefined ? {} : { app }), platform: rest })
  const body = { listingId, tenantId: world.tenantId, settings }
  const { id, release } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  await world.reach(id, 'RUNNING')
  const port = await freePort()
  const [program, ...args] = command
  const state = `http://127.0.0.1:${world.state.port}`
  const env = { ...bareEnvironment(), MKT_PORT: String(port), MKT_STATE_API: state }
  const child = spawn(program, args, { cwd: join(examples, name), env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${url}/health`).then(
        (one) => one.status,
        () => 0,
      ),
    )
    .toBe(200)
  const send = async (path: string, payload?: object) => {
    const to = { installationId: id, releaseId: release.id, epoch: 1 }
    const { keyRing, clock, policy } = world.platform
    const headers = {
      'content-type': 'application/json',
      'x-mkt-key': issueKey(keyRing, to, clock.now(), policy.keyTtlSeconds),
      'x-mkt-route': 'r_1',
      'x-mkt-tenant': 'northwind.sim.test',
      'webhook-id': `evt_${said.length}`,
    }
    const posted = payload === undefined ? {} : { method: 'POST', body: JSON.stringify(payload) }
    return (await fetch(`${url}${path}`, { ...posted, headers })).status
  }
  return { send, said: () => said }
}

const event = { type: 'policy.issue', data: { policyLocator: '100002122' } }

describe('an example that nobody changed for the relay', () => {
  it.runIf(hasPython)('python-webhook works with the relay off, reading and writing', async () => {
    const app = await launched('python-webhook', ['python3', '-u', 'app.py'], { greeting: 'Bonjour' })
    for (const [index, mode] of modes.entries()) {
      await world.setRelay(mode)
      expect(await app.send('/events', event), mode).toBe(204)
      await expect.poll(() => app.said().split('Bonjour: policy.issue').length - 1).toBe(index + 1)
    }
  })

  it('lifecycle works with the relay off, reading and writing', async () => {
    const asked: string[] = []
    const partner = createServer((request, response) => {
      asked.push(`${request.method} ${request.url?.split('/')[1]}`)
      response.end()
    })
    await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
    atEnd(() => void partner.close())
    const partnerUrl = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
    const settings = { partnerUrl, partnerKey: 'the key of the partner', plan: 'basic' }
    const app = await launched('lifecycle', [process.execPath, 'src/main.ts'], settings)
    for (const mode of modes) {
      await world.setRelay(mode)
      asked.length = 0
      expect(await app.send('/_app/install?route=http%3A%2F%2F127.0.0.1%2Fr_1'), mode).toBe(200)
      expect(await app.send('/events', event), mode).toBe(204)
      expect(asked, mode).toEqual(['PUT subscriptions', 'PUT orders'])
    }
  })
})
