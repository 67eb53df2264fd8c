import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { developmentEnv } from '../dev/development-env.ts'

/** The application under test. */
export interface ConformanceApp {
  readonly url: string
  /** What it printed so far. */
  readonly output: readonly string[]
  /** Asks it to end and waits; the exit code, or undefined when it was still there after the time and was killed. */
  readonly end?: (withinMs: number) => Promise<number | null | undefined>
}

/** Runs a command as the platform runs a container: with a port and the address of the state interface. */
export async function startConformanceApp(
  dir: string,
  command: string,
  port: number,
  stateApi: string,
): Promise<Required<ConformanceApp>> {
  const child = spawn('sh', ['-c', alone(command)], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...developmentEnv(dir, process.env), MKT_PORT: String(port), MKT_STATE_API: stateApi },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => void (output.length < 5_000 && output.push(line)))
  child.on('error', (error) => output.push(error.message))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    url: `http://127.0.0.1:${port}`,
    output,
    async end(withinMs) {
      child.kill('SIGTERM')
      const late = new AbortController()
      const code = await Promise.race([
        exited,
        delay(withinMs, undefined, { signal: late.signal }).catch(() => undefined),
      ])
      late.abort()
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await exited
        return undefined
      }
      return code
    },
  }
}

/** A single command takes the place of the shell, so that it gets the signal itself; `env` takes assignments before it. */
function alone(command: string): string {
  return /[;&|]/.test(command) ? command : `exec env ${command}`
}
