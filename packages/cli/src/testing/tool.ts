import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@mkt/contract/client'
import type { Manifest } from '@mkt/manifest'
import { initApp } from '../services/app/init-app.ts'
import { type RunningPlatform, startPlatform } from './platform.ts'
import { type Ran, startMkt } from './run-mkt.ts'

export interface Tool {
  platform: RunningPlatform
  /** A folder for everything of this test file. */
  root: string
  env: Record<string, string>
  client: Client
  /** Runs the tool in a folder with `--json`. */
  mkt(cwd: string, ...args: string[]): Promise<Ran>
  /** Runs the tool as a person reads it. */
  read(cwd: string, ...args: string[]): Promise<Ran>
  /** A published listing and the folder of its app, from the webhook template, with more in its manifest. */
  app(appName: string, manifest?: Partial<Manifest>): Promise<{ dir: string; name: string; listingId: string }>
  /** Connects the simulated tenant. Returns its id. */
  connect(): Promise<string>
  stop(): Promise<void>
}

/** The tool as its users have it: processes of their own against a whole platform. */
export async function startTool(): Promise<Tool> {
  const platform = await startPlatform()
  const root = mkdtempSync(join(tmpdir(), 'mkt-tool-'))
  const { url, clientId, apiKey } = platform
  const env = {
    HOME: root,
    // The base layer is the same for everybody; making it for each run would take longest.
    XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    MKT_URL: url,
    MKT_CLIENT_ID: clientId,
    MKT_API_KEY: apiKey,
  }
  const authorization = `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`
  const client = createClient({ baseUrl: url, authorization: () => authorization })
  return {
    platform,
    root,
    env,
    client,
    mkt: (cwd, ...args) => startMkt([...args, '--json'], { cwd, env }).ended,
    read: (cwd, ...args) => startMkt(args, { cwd, env }).ended,
    async app(appName, manifest = {}) {
      const name = `acme/${appName}`
      const dir = join(root, appName)
      initApp({ dir, name, variant: 'connected', template: 'webhook', language: 'javascript', force: false })
      // It starts while other tests keep the machine busy: the larger share saves seconds each time.
      changeManifest(dir, { performancePlan: 'Increased', ...manifest })
      const texts = { title: appName, about: 'a', requirements: 'r' }
      const { id } = await client.createListing({
        params: { org: 'acme' },
        body: { appName, variant: 'connected', ...texts },
      })
      await client.publishListing({ params: { id } })
      return { dir, name, listingId: id }
    },
    async connect() {
      const { id } = await client.createTenant({ params: { org: 'acme' }, body: platform.tenant as never })
      return id
    },
    async stop() {
      await platform.stop()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Changes the manifest of an app's folder; its version stays. */
export function changeManifest(dir: string, change: Partial<Manifest>): void {
  const file = join(dir, 'platform-app.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }, null, 2))
}
