import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { networkNamespaceArguments, TOOL_PATH } from './host.ts'
import { identify, type ProcessIdentity } from './process-identity.ts'

/** These processes hold nothing but sockets and a few buffers. */
const SMALL = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=1', '--no-warnings']
const CLEAN = { PATH: TOOL_PATH }

/** Starts a keeper in a network namespace of its own. It goes on when this process ends. */
export function spawnKeeper(program: string, folder: string, isRoot: boolean): ChildProcess {
  const output = openSync(join(folder, 'keeper.log'), 'a', 0o600)
  try {
    const namespaces = networkNamespaceArguments(isRoot)
    return spawn('unshare', [...namespaces, '--', process.execPath, ...SMALL, program], {
      detached: true,
      stdio: ['pipe', 'pipe', output],
      env: CLEAN,
      cwd: '/',
    })
  } finally {
    closeSync(output)
  }
}

export function spawnOutlet(program: string, socket: string, instances: string, idleMs: number): ChildProcess {
  return spawn(process.execPath, [...SMALL, program, socket, instances, String(idleMs)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: CLEAN,
    cwd: '/',
  })
}

/** Plugs the outside into the network namespace of `pid`. The host's loopback stays out of reach. */
export async function spawnSlirp(program: string, pid: number, tap: string, isRoot: boolean): Promise<ProcessIdentity> {
  const place = isRoot
    ? [String(pid)]
    : [`--userns-path=/proc/${pid}/ns/user`, '--netns-type=path', `/proc/${pid}/ns/net`]
  // Its own sandbox wants a user switch that only root has.
  const own = isRoot ? ['--enable-sandbox'] : []
  const options = ['--configure', '--mtu=65520', '--disable-host-loopback', '--enable-seccomp', ...own]
  const child = spawn(program, [...options, '--ready-fd=3', ...place, tap], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: CLEAN,
    cwd: '/',
  })
  const ready = child.stdio[3] as Readable
  await new Promise<void>((resolve, reject) => {
    ready.once('data', () => resolve())
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`slirp4netns ended with ${code} before the network was there`)))
  })
  ready.destroy()
  letGo(child)
  const identity = child.pid === undefined ? null : identify(child.pid)
  if (identity === null) throw new Error('slirp4netns ended as soon as it was ready')
  return identity
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
