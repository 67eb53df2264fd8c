import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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

async function run(command: string[], cwd: string): Promise<void> {
  const child = spawn(process.execPath, command, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.`)
}

/** The console is served from its build; a clone that has none gets one. */
export async function buildConsole(): Promise<void> {
  const folder = join(root, 'packages/console')
  if (existsSync(join(folder, 'dist/index.html'))) return
  await run([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], folder)
}

async function demoOf(apiUrl: string): Promise<string> {
  const answer = (await (await fetch(`${apiUrl}/readyz`)).json()) as { demo: string }
  return answer.demo
}

/** A platform of its own as on a laptop: real processes, free ports; without a demo only accounts and simulator. */
export async function startPlatform({ demo = false } = {}): Promise<RunningPlatform> {
  await buildConsole()
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
