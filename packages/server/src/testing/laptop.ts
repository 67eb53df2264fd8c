import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bootstrap } from '../laptop/bootstrap.ts'

const program = resolve(import.meta.dirname, '../main.ts')

export interface RunningLaptop {
  child: ChildProcess
  bootstrap: Bootstrap
  /** Everything it printed so far. */
  output(): string
  /** Sends the signal and waits for the end; returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** A start that came to nothing: how it ended and what it said. */
export class StartRefused extends Error {}

/** The program as on a laptop: a process of its own, free ports, no applications. Resolves when it says that it is ready. */
export async function startLaptop(dataDir: string, env: Record<string, string> = {}): Promise<RunningLaptop> {
  const free = Object.fromEntries(['API', 'GATEWAY', 'STATE', 'SIMULATOR'].map((name) => [`MKT_${name}_PORT`, '0']))
  const child = spawn(process.execPath, [program, '--empty'], {
    env: { PATH: process.env.PATH, HOME: dataDir, MKT_DATA_DIR: dataDir, MKT_ENGINE: 'sandbox', ...free, ...env },
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
    child.once('close', (code) => refused(new StartRefused(`exit code ${code}: ${output}`)))
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
