import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLaptop } from '../../../server/src/testing/platform/laptop.ts'

export interface RunningPlatform {
  url: string
  clientId: string
  apiKey: string
  /** The person who owns the organization of the key. */
  owner: { email: string; password: string }
  /** The simulated tenant, ready to be connected. */
  tenant: object
  stop(): Promise<void>
}

/** A whole platform as a process of its own, on free ports and without apps. */
export async function startPlatform(): Promise<RunningPlatform> {
  const dir = mkdtempSync(join(tmpdir(), 'mkt-cli-'))
  const laptop = await startLaptop(dir, { MKT_SANDBOX_TRUSTED: '1' })
  const { apiUrl, publisher, simulator } = laptop.bootstrap
  const { apiUrl: policyUrl, hostName, integration, data } = simulator.connected
  return {
    url: apiUrl,
    clientId: publisher.clientId,
    apiKey: publisher.apiKey,
    owner: { email: publisher.email, password: publisher.password },
    tenant: { name: 'test', variant: 'connected', apiUrl: policyUrl, hostName, credentials: { integration, data } },
    async stop() {
      await laptop.end('SIGTERM')
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
