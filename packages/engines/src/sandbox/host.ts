import { execFile } from 'node:child_process'
import { realpath } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { MissingPart } from '../isolation.ts'
import { findCgroupHost } from './cgroup.ts'
import type { CgroupHost } from './cgroup-plan.ts'
import type { EnvTool } from './setup-script.ts'
import { findTool, networkNamespaceArguments, TOOL_PATH } from './tools.ts'
import { findUplink } from './uplink.ts'
import type { Uplink, UplinkName } from './uplink-plan.ts'

const run = promisify(execFile)

const NEEDED = ['unshare', 'setpriv', 'prlimit', 'mount', 'ip', 'env', 'sh', 'ldd']

/** What this machine offers for building sandboxes. */
export interface SandboxHost {
  isRoot: boolean
  cgroups: CgroupHost
  envTool: EnvTool
  uplink: Uplink | null
  /** The program that loads the filter of system calls; null where the kernel takes none. */
  filterLauncher: string | null
  missing: MissingPart[]
  notes: string[]
}

export interface HostOptions {
  uplinks: readonly UplinkName[]
  filterLauncher: string | null
  /** Whether the cgroup that this process runs in was delegated to it. */
  delegated: boolean
}

export async function inspectHost(group: string, options: HostOptions): Promise<SandboxHost> {
  const absent = NEEDED.filter((name) => findTool(name) === null)
  if (absent.length > 0) {
    throw new Error(`the sandbox engine needs ${absent.join(', ')} (Debian: util-linux, iproute2, coreutils, libc-bin)`)
  }
  const isRoot = process.getuid?.() === 0
  await tryNamespaces(isRoot)
  const cgroups = findCgroupHost(group, { delegated: options.delegated })
  const [{ uplink, notes }, filterLauncher, envTool] = await Promise.all([
    findUplink(options.uplinks, isRoot),
    tryFilter(options.filterLauncher),
    inspectEnvTool(),
  ])
  const filtered = filterLauncher === null ? 'are not filtered: the kernel takes no filter' : 'are filtered (seccomp)'
  return {
    isRoot,
    cgroups,
    envTool,
    uplink,
    filterLauncher,
    missing: missingLimits(cgroups, options.delegated),
    notes: [...notes, `system calls of applications ${filtered}`],
  }
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

/** Under the filter `unshare` must fail and everything usual must work. */
async function tryFilter(launcher: string | null): Promise<string | null> {
  if (launcher === null) return null
  const shell = findTool('sh') ?? '/bin/sh'
  const script = 'grep -q "^Seccomp:.*2" /proc/self/status && ! unshare --user true 2>/dev/null'
  return run(launcher, [shell, '-c', script], { env: { PATH: TOOL_PATH } }).then(
    () => launcher,
    () => null,
  )
}

function missingLimits(host: CgroupHost, delegated: boolean): MissingPart[] {
  const has = (name: string) =>
    host.version === 1 ? host.controllers[name] !== undefined : host.version === 2 && host.controllers.includes(name)
  const failed =
    host.version === 0 ? (host.why ?? 'no cgroup of version 2 is mounted') : 'it is absent there or stays off'
  const way = delegated
    ? `MKT_SANDBOX_DELEGATED is set, but ${failed}`
    : 'start as root, or delegate a cgroup and set MKT_SANDBOX_DELEGATED=1'
  return (['memory', 'cpu'] as const)
    .filter((name) => !has(name))
    .map((name) => ({
      part: name,
      reason: `the ${name} limit cannot be set: no writable cgroup with the ${name} controller (${way})`,
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
