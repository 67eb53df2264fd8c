import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { guarded } from '../guarded.ts'
import { identify, type ProcessIdentity, signal } from './process-identity.ts'
import { findTool, networkNamespaceArguments, TOOL_PATH } from './tools.ts'
import {
  findNameServer,
  planUplink,
  UPLINK_LOG,
  UPLINK_PID,
  type Uplink,
  type UplinkName,
  type UplinkPlace,
} from './uplink-plan.ts'

const CLEAN = { PATH: TOOL_PATH }
const LOOK_MS = 5
/** The second is what a caching resolver on loopback asks itself. */
const NAME_SERVER_FILES = ['/etc/resolv.conf', '/run/systemd/resolve/resolv.conf']

/** Finds a program that really connects a namespace here: it may be installed and still lack a device or a route. */
export async function findUplink(
  names: readonly UplinkName[],
  isRoot: boolean,
): Promise<{ uplink: Uplink | null; notes: string[] }> {
  const notes: string[] = []
  for (const name of names) {
    const program = findTool(name)
    if (program === null) continue
    const uplink = { name, program, nameServer: findNameServer(NAME_SERVER_FILES.map(readText)) }
    try {
      await tryUplink(uplink, isRoot)
    } catch (error) {
      notes.push(`${name} does not work here: ${error instanceof Error ? error.message : String(error)}`)
      continue
    }
    notes.push(`applications reach the outside by ${name}`)
    if (name === 'pasta' && uplink.nameServer === null)
      notes.push('pasta found no name server off this machine: applications reach the outside by address alone')
    return { uplink, notes }
  }
  notes.push(`applications have no way to the outside: install ${names.join(' or ')}`)
  return { uplink: null, notes }
}

async function tryUplink(uplink: Uplink, isRoot: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mkt-uplink-'))
  const sleeper = spawn('unshare', [...networkNamespaceArguments(isRoot), '--', 'sh', '-c', 'echo; read _'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: CLEAN,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      sleeper.stdout?.once('data', () => resolve())
      sleeper.once('error', reject)
      sleeper.once('exit', () => reject(new Error('no network namespace could be made')))
    })
    const place = { pid: sleeper.pid ?? 0, isRoot, folder }
    signal(await spawnUplink(uplink, place), 'SIGKILL')
  } finally {
    sleeper.stdin?.destroy()
    sleeper.stdout?.destroy()
    sleeper.unref()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Plugs the outside into a network namespace. It goes on when this process ends. */
export async function spawnUplink(uplink: Uplink, place: UplinkPlace): Promise<ProcessIdentity> {
  const plan = planUplink(uplink, place)
  const handed = plan.handOver === null ? null : openSync(plan.handOver, 'r')
  try {
    const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', handed ?? 'pipe']
    const [program, ...args] = plan.command
    const child = spawn(program, args, { detached: true, stdio, env: CLEAN, cwd: '/' })
    await untilReady(child, uplink.name, place.folder)
    child.stdio[3]?.destroy()
    child.unref()
    const identity = child.pid === undefined ? null : identify(child.pid)
    if (identity === null) throw new Error(`${uplink.name} ended as soon as it was ready`)
    return identity
  } finally {
    if (handed !== null) closeSync(handed)
  }
}

async function untilReady(child: ChildProcess, name: UplinkName, folder: string): Promise<void> {
  let isOver = false
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    const onExit = (code: number | null) => {
      isOver = true
      const said = readText(join(folder, UPLINK_LOG)).trim().split('\n').at(-1)
      reject(new Error(`${name} ended with ${code} before the network was there${said ? ` (${said})` : ''}`))
    }
    child.once('exit', guarded(reject, onExit))
  })
  const ready = child.stdio[3] as Readable | null
  const told =
    name === 'slirp4netns'
      ? new Promise<void>((resolve) => void ready?.once('data', () => resolve()))
      : untilWritten(join(folder, UPLINK_PID), () => isOver)
  await Promise.race([told, ended])
}

async function untilWritten(file: string, isOver: () => boolean): Promise<void> {
  while (!isOver() && readText(file).trim() === '') await pause(LOOK_MS)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
