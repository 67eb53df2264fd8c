import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url))

export interface RunningPlatform {
  url: string
  clientId: string
  apiKey: string
  /** The simulated tenant, ready to be connected. */
  tenant: object
  stop(): Promise<void>
}

/** A whole platform as a process of its own, on free ports and without apps. */
export async function startPlatform(): Promise<RunningPlatform> {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-cli-'))
  const ports = { MKT_API_PORT: '0', MKT_GATEWAY_PORT: '0', MKT_STATE_PORT: '0', MKT_SIMULATOR_PORT: '0' }
  const child = spawn(process.execPath, [program, '--empty'], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: dir,
      MKT_DATA_DIR: dir,
      MKT_SANDBOX_TRUSTED: '1',
      MKT_ENGINE: 'sandbox',
      ...ports,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ready = Promise.withResolvers<void>()
  createInterface(child.stdout).on('line', (line) => {
    if (line === 'MKT ready') ready.resolve()
  })
  child.once('exit', () => ready.reject(new Error('the platform ended before it was ready')))
  await ready.promise
  const { apiUrl, publisher, simulator } = JSON.parse(readFileSync(join(dir, 'bootstrap.json'), 'utf8'))
  const { apiUrl: policyUrl, hostName, integration, data } = simulator.connected
  return {
    url: apiUrl,
    clientId: publisher.clientId,
    apiKey: publisher.apiKey,
    tenant: { name: 'test', variant: 'connected', apiUrl: policyUrl, hostName, credentials: { integration, data } },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
