import { type ChildProcess, spawn } from 'node:child_process'
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
  stateUrl: string
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
  /** Ends the platform without forgetting anything; `back` starts it again at the same addresses. */
  away(): Promise<void>
  back(): Promise<void>
  stop(): Promise<void>
}

const roles = ['API', 'GATEWAY', 'STATE', 'SIMULATOR'] as const
type Ports = Record<(typeof roles)[number], string>
const free: Ports = { API: '0', GATEWAY: '0', STATE: '0', SIMULATOR: '0' }

/** The processes of a platform, once they are ready. */
async function run(dataDir: string, ports: Ports, demo: boolean, hear: (text: string) => void): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, 'packages/server/src/main.ts'), ...(demo ? [] : ['--empty'])], {
    env: {
      ...process.env,
      ...Object.fromEntries(roles.map((role) => [`MKT_${role}_PORT`, ports[role]])),
      MKT_DATA_DIR: dataDir,
      MKT_ENGINE: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, failed) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString()
      hear(chunk.toString())
      if (output.includes('MKT ready')) ready()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => failed(new Error(`The platform ended: ${output}`)))
  })
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function demoOf(apiUrl: string): Promise<string> {
  const answer = (await (await fetch(`${apiUrl}/readyz`)).json()) as { demo: string }
  return answer.demo
}

/** A platform of its own as on a laptop: real processes, free ports; without a demo only accounts and simulator. */
export async function startPlatform({ demo = false } = {}): Promise<RunningPlatform> {
  if (!buildConsole(root, process.execPath)) throw new Error('The console does not build.')
  const dataDir = mkdtempSync(join(tmpdir(), 'mkt-journey-'))
  let output = ''
  const hear = (text: string) => {
    output += text
  }
  let child = await run(dataDir, free, demo, hear)
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
    away: () => end(child),
    async back() {
      const portOf = (url: string) => new URL(url).port
      const ports = {
        API: portOf(bootstrap.apiUrl),
        GATEWAY: portOf(bootstrap.gatewayUrl),
        STATE: portOf(bootstrap.stateUrl),
        SIMULATOR: portOf(connected.apiUrl),
      }
      child = await run(dataDir, ports, demo, hear)
    },
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
