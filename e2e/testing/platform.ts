import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildConsole } from '../../scripts/run/console.mjs'

const root = resolve(import.meta.dirname, '../..')

interface Account {
  email: string
  password: string
}
interface OrganizationAccount extends Account {
  organization: { id: string; name: string }
  clientId: string
  apiKey: string
}

export interface Bootstrap {
  apiUrl: string
  gatewayUrl: string
  operator: Account
  moderator: Account
  publisher: OrganizationAccount
  customer: OrganizationAccount & { tenants: { connected: string; enterprise: string } }
  simulator: {
    connected: {
      apiUrl: string
      hostName: string
      integration: { username: string; password: string }
      data: { username: string; password: string }
    }
    enterprise: { apiUrl: string; tenantLocator: string; token: string }
  }
}

export interface RunningPlatform extends Bootstrap {
  dataDir: string
  /** Everything the platform has printed so far. */
  output(): string
  /** Lets the simulated policy system emit an event. */
  emit(type: string, data: object): Promise<void>
  stop(): Promise<void>
}

async function demoOf(apiUrl: string): Promise<string> {
  const answer = (await (await fetch(`${apiUrl}/readyz`)).json()) as { demo: string }
  return answer.demo
}

/** A platform of its own as on a laptop: real processes, free ports; without a demo only accounts and simulator. */
export async function startPlatform({ demo = false } = {}): Promise<RunningPlatform> {
  if (!buildConsole(root, process.execPath)) throw new Error('The console does not build.')
  const dataDir = mkdtempSync(join(tmpdir(), 'mkt-journey-'))
  const ports = ['API', 'GATEWAY', 'STATE', 'SIMULATOR'].map((name) => [`MKT_${name}_PORT`, '0'])
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts'), ...(demo ? [] : ['--empty'])], {
    env: { ...process.env, ...Object.fromEntries(ports), MKT_DATA_DIR: dataDir, MKT_ENGINE: 'sandbox' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, failed) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('MKT ready')) ready()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => failed(new Error(`The platform ended: ${output}`)))
  })
  const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
  while (demo && (await demoOf(bootstrap.apiUrl)) === 'seeding') await new Promise((later) => setTimeout(later, 500))
  const { connected } = bootstrap.simulator
  return {
    ...bootstrap,
    dataDir,
    output: () => output,
    async emit(type, data) {
      const answer = await fetch(`${connected.apiUrl}/_sim/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenant: connected.hostName, type, data }),
      })
      if (answer.status !== 202) throw new Error(`The simulator answered ${answer.status}.`)
    },
    async stop() {
      if (child.exitCode === null) {
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await gone
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
