import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { bareEnvironment } from '../../../server/src/testing/run/bare-environment.ts'

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

export interface Ran {
  code: number | null
  stdout: string
  stderr: string
  /** What `--json` printed. */
  json: Record<string, unknown>
}

export interface Running {
  child: ChildProcess
  ended: Promise<Ran>
}

/** Starts the tool as a process of its own, with little of our environment. */
export function startMkt(
  args: readonly string[],
  options: { cwd: string; env: Record<string, string>; input?: string },
): Running {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: options.cwd,
    env: { ...bareEnvironment(), ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(options.input ?? '')
  const ended = (async () => {
    const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
    return {
      code: child.exitCode,
      stdout,
      stderr,
      json: args.includes('--json') && stdout !== '' ? JSON.parse(stdout) : {},
    }
  })()
  return { child, ended }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
