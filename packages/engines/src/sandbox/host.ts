import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MissingPart } from '../isolation.ts'
import { findCgroupHost } from './cgroup.ts'
import type { CgroupHost } from './cgroup-plan.ts'
import type { EnvTool } from './setup-script.ts'

const run = promisify(execFile)

/** Where the set-up tools are looked for: never the platform's own PATH, which may name folders of the project. */
export const TOOL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const NEEDED = ['unshare', 'setpriv', 'prlimit', 'mount', 'ip', 'env', 'sh', 'ldd']

/** What this machine offers for building sandboxes. */
export interface SandboxHost {
  isRoot: boolean
  cgroups: CgroupHost
  envTool: EnvTool
  slirp: string | null
  /** Whether `setpriv` can load a filter of system calls. */
  filtersCalls: boolean
  missing: MissingPart[]
  notes: string[]
}

export async function inspectHost(group: string): Promise<SandboxHost> {
  const absent = NEEDED.filter((name) => findTool(name) === null)
  if (absent.length > 0) {
    throw new Error(`the sandbox engine needs ${absent.join(', ')} (Debian: util-linux, iproute2, coreutils, libc-bin)`)
  }
  const isRoot = process.getuid?.() === 0
  await tryNamespaces(isRoot)
  const cgroups = findCgroupHost(group)
  const slirp = findTool('slirp4netns')
  return {
    isRoot,
    cgroups,
    envTool: await inspectEnvTool(),
    slirp,
    filtersCalls: await canFilterCalls(),
    missing: missingLimits(cgroups),
    notes: slirp === null ? ['slirp4netns is not installed: applications have no way to the outside'] : [],
  }
}

export function findTool(name: string): string | null {
  for (const folder of TOOL_PATH.split(':')) {
    const path = join(folder, name)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return null
}

/** The machine's own addresses, public ones included. */
export function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((entry) => entry.address))
}

export function networkNamespaceArguments(isRoot: boolean): string[] {
  return isRoot ? ['--net'] : ['--user', '--map-root-user', '--net']
}

async function tryNamespaces(isRoot: boolean): Promise<void> {
  const inner = 'unshare --user --map-root-user --mount --pid --ipc --uts --fork -- mount -t proc proc /proc'
  try {
    await run('unshare', [...networkNamespaceArguments(isRoot), '--', 'sh', '-c', `ip link set lo up && ${inner}`], {
      env: { PATH: TOOL_PATH },
    })
  } catch (error) {
    const detail = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error)
    throw new Error(
      `the sandbox engine cannot make namespaces here (${detail}); allow unprivileged user namespaces, or use MKT_ENGINE=docker`,
    )
  }
}

async function canFilterCalls(): Promise<boolean> {
  const { stdout } = await run('setpriv', ['--help'], { env: { PATH: TOOL_PATH } })
  return stdout.includes('--seccomp-filter')
}

function missingLimits(host: CgroupHost): MissingPart[] {
  const has = (name: string) =>
    host.version === 1 ? host.controllers[name] !== undefined : host.version === 2 && host.controllers.includes(name)
  return (['memory', 'cpu'] as const)
    .filter((name) => !has(name))
    .map((name) => ({
      part: name,
      reason: `the ${name} limit cannot be set: no writable cgroup with the ${name} controller (start as root, or delegate one)`,
    }))
}

/** The `env` program and what it needs to run where nothing else of this machine is. */
async function inspectEnvTool(): Promise<EnvTool> {
  const program = await realpath(findTool('env') ?? '/usr/bin/env')
  const { stdout } = await run('ldd', [program], { env: { PATH: TOOL_PATH } })
  const paths = [...stdout.matchAll(/(\/\S+) \(0x/g)].map((match) => match[1] ?? '')
  const loader = paths.find((path) => /\/ld[-.]/.test(path))
  if (loader === undefined) throw new Error(`the loader of ${program} was not found by ldd`)
  return { program, loader, libraries: paths.filter((path) => path !== loader) }
}
