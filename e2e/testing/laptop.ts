import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

export interface Account {
  email: string
  password: string
}

export interface OrganizationAccount extends Account {
  organization: { id: string; name: string }
  clientId: string
  apiKey: string
}

/** What a start writes to `bootstrap.json`, as far as tests use it. */
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

export interface Laptop {
  readonly bootstrap: Bootstrap
  /** What it printed so far. */
  output(): string
  stop(): Promise<void>
  /** As kill -9 does: nothing can be finished. */
  kill(): Promise<void>
}

/** Starts the platform as on a laptop, on free ports, and waits for `MKT ready`. */
export async function startLaptop(options: {
  dataDir: string
  empty?: boolean
  env?: Record<string, string>
}): Promise<Laptop> {
  const ports = ['API', 'GATEWAY', 'STATE', 'SIMULATOR'].map((name) => [`MKT_${name}_PORT`, '0'])
  const own = { ...Object.fromEntries(ports), MKT_DATA_DIR: options.dataDir, MKT_ENGINE: 'sandbox' }
  const env = { ...process.env, ...own, ...options.env }
  const program = join(root, 'packages/server/src/main.ts')
  const child = spawn(process.execPath, [program, ...(options.empty ? ['--empty'] : [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, failed) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk
        if (output.includes('MKT ready')) ready()
      })
    }
    child.once('exit', () => failed(new Error(`The platform ended: ${output}`)))
  })
  const bootstrap = JSON.parse(readFileSync(join(options.dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
  return { bootstrap, output: () => output, stop: () => end(child, 'SIGTERM'), kill: () => end(child, 'SIGKILL') }
}

/** Waits until the demo world is there. */
export async function demoDone(laptop: Laptop): Promise<void> {
  for (;;) {
    const { demo } = (await (await fetch(`${laptop.bootstrap.apiUrl}/readyz`)).json()) as { demo: string }
    if (demo === 'done') return
    if (demo !== 'seeding') throw new Error(`The demo is ${demo}: ${laptop.output()}`)
    await new Promise((later) => setTimeout(later, 200))
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
