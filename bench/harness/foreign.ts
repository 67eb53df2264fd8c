import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'

/** A program of somebody else that serves a port. */
export interface Foreign {
  name: string
  port: number
  pid: number
  stop(): Promise<void>
}

export interface ForeignPlan {
  /** What the program is called in the figures, and on the machine. */
  name: string
  command: string
  /** Arguments that only ask for its version: they tell whether it is installed. */
  version: string[]
  /** Files to write into a folder of its own, by name. */
  files(folder: string, port: number): Record<string, string>
  args(folder: string): string[]
}

/** Starts the program and waits until it listens; undefined, said aloud, where it is not installed. */
export async function startForeign(plan: ForeignPlan): Promise<Foreign | undefined> {
  const { name, command } = plan
  if (spawnSync(command, plan.version, { stdio: 'ignore' }).status !== 0) {
    console.log(`\n${command} is not installed, so ${name} is not compared`)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), `mkt-${command}-`))
  const port = await freePort()
  for (const [file, text] of Object.entries(plan.files(folder, port))) writeFileSync(join(folder, file), text)
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  const child = spawn(command, plan.args(folder), { stdio: 'ignore', env })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${command} does not start`)
  }
  return {
    name,
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => setTimeout(() => resolve(false), 20))
  })
}
