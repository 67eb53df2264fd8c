import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort } from '@mkt/engines'
import { fewHelpers } from '../../../../../scripts/run/launch.mjs'
import type { Bootstrap } from '../../laptop/bootstrap.ts'
import { bareEnvironment } from '../run/bare-environment.ts'

const program = resolve(import.meta.dirname, '../../main.ts')
/** Runs a program as `npm start` does, so that it comes back when it ends by itself. */
const supervisor = `const { supervise } = await import(${JSON.stringify(resolve(import.meta.dirname, '../../../../../scripts/run/supervise.mjs'))})
supervise(process.execPath, process.argv.slice(1))`

export interface RunningLaptop {
  child: ChildProcess
  bootstrap: Bootstrap
  /** Everything it printed so far. */
  output(): string
  /** Sends the signal and waits for the end; returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Every port that the program listens on, each a free one. */
export const freePorts = {
  MKT_API_PORT: '0',
  MKT_GATEWAY_PORT: '0',
  MKT_STATE_PORT: '0',
  MKT_RELAY_PORT: '0',
  MKT_OTLP_PORT: '0',
  MKT_SIMULATOR_PORT: '0',
}

/** Ports for a platform that is started again at its addresses: while it is away, the kernel hands them out to nobody. */
export async function keptPorts(): Promise<Record<string, string>> {
  const chosen = Object.keys(freePorts).map(async (name) => [name, String(await freePort())])
  return Object.fromEntries(await Promise.all(chosen))
}

/**
 * Puts a database into a new data folder that has every migration, made once in a run of tests: to make one takes longer than all else that a
 * start does. Its accounts, and all that is in it, are made by the start.
 */
async function giveDatabase(dataDir: string): Promise<void> {
  const run = process.env.MKT_TEST_COMPILED
  const place = join(dataDir, 'postgres')
  if (run === undefined || existsSync(place)) return
  const made = join(run, 'migrated-database')
  if (!existsSync(made)) await (await import('../database/migrated-folder.ts')).makeMigratedFolder(run, made)
  // Where PostgreSQL cannot have its data below the folder, none was made, and the start makes its own.
  if (!existsSync(made)) return
  mkdirSync(place, { recursive: true, mode: 0o700 })
  execFileSync('cp', ['--archive', made, join(place, 'data')])
}

/**
 * The program as on a laptop: a process of its own, on free ports, without applications unless the demo is asked for. It has little of our
 * environment. Resolves when it says that it is ready. A first start, and one with the demo, makes the database itself, as that of a new user
 * does.
 */
export async function startLaptop(
  dataDir: string,
  env: Record<string, string> = {},
  { demo = false, supervised = false, first = false } = {},
): Promise<RunningLaptop> {
  if (!first && !demo) await giveDatabase(dataDir)
  const own = { ...bareEnvironment(), HOME: dataDir, MKT_DATA_DIR: dataDir, MKT_ENGINE: 'sandbox' }
  const start = [...fewHelpers(), ...(supervised ? ['--input-type=module', '--eval', supervisor] : []), program]
  const child = spawn(process.execPath, [...start, ...(demo ? [] : ['--empty'])], {
    env: { ...own, ...freePorts, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise<void>((ready, refused) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      if (output.includes('MKT ready')) ready()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', (code) => refused(new Error(`exit code ${code}: ${output}`)))
  })
  const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8')) as Bootstrap
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = once(child, 'exit')
      child.kill(signal)
      await closed
    }
    return child.exitCode
  }
  return { child, bootstrap, output: () => output, end }
}

/** Waits until the demo world is there. */
export async function demoDone(laptop: RunningLaptop): Promise<void> {
  for (;;) {
    const { demo } = (await (await fetch(`${laptop.bootstrap.apiUrl}/readyz`)).json()) as { demo: string }
    if (demo === 'done') return
    if (demo !== 'seeding') throw new Error(`The demo is ${demo}: ${laptop.output()}`)
    await new Promise((later) => setTimeout(later, 200))
  }
}

/** The processes whose command line names this folder: database, simulator, and whatever else a start runs. */
export function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter((command) => command.includes(folder))
}
