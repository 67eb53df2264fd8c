import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { keepSimulator } from './keep-simulator.ts'
import { type RunningSimulator, startSimulatorProcess } from './simulator-process.ts'

test('a policy system that was killed is back at its addresses with its credentials, and ends with the platform', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'simulator-')), 'world.json')
  const all: RunningSimulator[] = []
  const kept = await keepSimulator({
    log: silentLog,
    async start(ports) {
      const started = await startSimulatorProcess({ binds: ['127.0.0.1'], port: 0, ...ports, stateFile })
      all.push(started)
      return started
    },
  })
  onTestFinished(() => kept.stop())
  const { connected, enterprise } = kept.facts
  const signIn = async () => {
    const answer = await fetch(`${connected.apiUrl}/account/authenticate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...connected.integration, hostName: connected.hostName }),
    })
    return answer.status
  }
  const answers = async () => [await signIn(), (await fetch(`${enterprise.apiUrl}/_sim`)).status < 500]
  const before = await answers()
  expect(before[0]).toBe(200)
  // Its world is in the file before it is killed.
  await expect.poll(() => existsSync(stateFile), { timeout: 60_000 }).toBe(true)
  all[0]?.process.kill('SIGKILL')
  await all[0]?.ended
  await expect.poll(() => answers().catch(() => undefined), { timeout: 60_000 }).toEqual(before)
  expect(all.length).toBe(2)
  await kept.stop()
  await expect(fetch(connected.apiUrl)).rejects.toThrow()
})
