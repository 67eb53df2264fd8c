import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { networkNamespaceArguments, TOOL_PATH } from './tools.ts'

/** These processes hold nothing but sockets and a few buffers. */
const SMALL = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=1', '--no-warnings']
const CLEAN = { PATH: TOOL_PATH }
/** What such a process complains about, in its instance's folder. */
export const KEEPER_LOG = 'keeper.log'

export interface OutletOptions {
  /** How long it outlives the last instance. */
  idleMs: number
  /** A file of names and their addresses that comes before the machine's own resolver: for tests. */
  names?: string | undefined
}

/** Starts a keeper in a network namespace of its own. It goes on when this process ends. */
export function spawnKeeper(program: string, folder: string, isRoot: boolean): ChildProcess {
  return spawnInNetwork(['unshare', ...networkNamespaceArguments(isRoot)], program, folder)
}

/** Starts a guard in the network namespace that `enter`, words for `nsenter`, names. It goes on when this process ends. */
export function spawnGuard(program: string, folder: string, enter: readonly string[]): ChildProcess {
  return spawnInNetwork(['nsenter', ...enter], program, folder)
}

/** Starts what takes the output of a container, on the machine's own network. It goes on when this process ends. */
export function spawnTaker(program: string, folder: string): ChildProcess {
  const output = openSync(join(folder, KEEPER_LOG), 'a', 0o600)
  try {
    const stdio = ['pipe', 'pipe', output] satisfies StdioOptions
    return spawn(process.execPath, [...SMALL, program], { detached: true, stdio, env: CLEAN, cwd: '/' })
  } finally {
    closeSync(output)
  }
}

function spawnInNetwork([enter = '', ...args]: string[], program: string, folder: string): ChildProcess {
  const output = openSync(join(folder, KEEPER_LOG), 'a', 0o600)
  try {
    return spawn(enter, [...args, '--', process.execPath, ...SMALL, program], {
      detached: true,
      stdio: ['pipe', 'pipe', output],
      env: CLEAN,
      cwd: '/',
    })
  } finally {
    closeSync(output)
  }
}

export function spawnOutlet(program: string, socket: string, instances: string, options: OutletOptions): ChildProcess {
  const own = [String(options.idleMs), ...(options.names === undefined ? [] : [options.names])]
  return spawn(process.execPath, [...SMALL, program, socket, instances, ...own], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: CLEAN,
    cwd: '/',
  })
}

/** Waits until the child says this line; fails when it ends first. */
export function awaitLine(child: ChildProcess, wanted: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: child.stdout as Readable })
    lines.on('line', (line) => {
      if (line === wanted) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended with ${code} before saying ${wanted}`)))
  })
}

export function letGo(child: ChildProcess): void {
  child.stdin?.destroy()
  child.stdout?.destroy()
  child.unref()
}
