/**
 * Programs of this machine whose egress is guarded as that of containers: each has a network of its own, and a guard inside it that lets
 * out what the rules allow. Files, processes and users stay those of the machine. Invariant: the program's first instruction runs after
 * its guard serves.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { unixAddress } from '../address.ts'
import { startGuard } from '../docker/start-guard.ts'
import { writeRules } from '../egress/rule-files.ts'
import { declaredPortsOf, type EgressRules } from '../egress/rules.ts'
import type { EgressCount } from '../egress/tally.ts'
import { readRecord } from '../sandbox/instance-folder.ts'
import { planNetwork } from '../sandbox/network-plan.ts'
import { createOutlet } from '../sandbox/outlet-owner.ts'
import { identify, isAlive, signal } from '../sandbox/process-identity.ts'
import { preparePrograms } from '../sandbox/programs.ts'
import { socketFolder } from '../sandbox/socket-folder.ts'
import { findTool } from '../sandbox/tools.ts'
import { entering, NAME_FILES, planProcess, WAITING } from './plan.ts'

const OUTLET_IDLE_MS = 5_000
const GUARD_ENDS_MS = 3_000

interface GuardedProgramOptions {
  /** A shell command. */
  command: string
  cwd: string
  /** Its environment, given the port it has to listen on. */
  env(port: number): NodeJS.ProcessEnv
  /** The port it listens on, inside its network; a free one unless given. */
  port?: number | undefined
  stateApi: string
  /** Private addresses that count as public. */
  allowAddresses: readonly string[]
  egress: EgressRules
}

interface GuardedProgram {
  /** Leads a process group. Its output is not read yet. */
  child: ChildProcess
  /** Where it is reached from outside its network. */
  address: string
  /** Follows other rules from now on; connections that they do not allow are closed. */
  apply(rules: EgressRules): void
  counts(): EgressCount[]
  /** Waits until nothing is left of its guard, once the program has ended. */
  ended(): Promise<void>
}

export interface ProcessGuard {
  start(options: GuardedProgramOptions): Promise<GuardedProgram>
  close(): Promise<void>
}

const thisUser = () => ({ uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 })

/** Opens the guard of programs in a folder of its own. `names`: a file of names and their addresses, for tests. */
export async function openProcessGuard(folder: string, names?: string): Promise<ProcessGuard> {
  const instances = join(folder, 'instances')
  const rulesFolder = join(folder, 'egress')
  mkdirSync(instances, { recursive: true, mode: 0o700 })
  const programs = await preparePrograms(join(folder, 'programs'))
  const sockets = await socketFolder(folder)
  const outlet = createOutlet(programs.outlet, join(sockets, 'outlet'), instances, { idleMs: OUTLET_IDLE_MS, names })
  return {
    async start(options) {
      const instanceId = `app-${randomBytes(6).toString('hex')}`
      const place = join(instances, instanceId)
      const { stateApi, allowAddresses, egress: rules } = options
      const closed = { stateApi, allowAddresses, hostNetworks: [], outside: false, egress: 'closed' as const }
      const planned = planNetwork({ ...closed, declaredPorts: declaredPortsOf(rules) })
      const network = { ...planned, port: options.port ?? planned.port }
      writeFiles(place, network)
      writeRules(rulesFolder, instanceId, rules)
      await outlet.ensure()
      const child = spawnWaiting(place, options, network.port)
      try {
        await says(child, WAITING)
        const owner = identify(child.pid ?? 0)
        if (owner === null) throw new Error('the program ended before its network was guarded')
        const socket = join(sockets, instanceId)
        const egress = { rules, folder: rulesFolder, allow: [...allowAddresses], closed: true }
        const order = { instanceId, deploymentId: instanceId, folder: place, socket, outlet: outlet.socket }
        const enter = entering(owner.pid, thisUser().uid === 0)
        await startGuard(programs.guard, enter, { ...order, network, egress, owner, nameServer: '' })
        ;(child.stdin as Writable).end('\n')
        return {
          child,
          address: unixAddress(socket),
          apply: (next) => writeRules(rulesFolder, instanceId, next),
          counts: () => readRecord(place, 'egress') ?? [],
          ended: () => endGuard(place),
        }
      } catch (error) {
        child.kill('SIGKILL')
        // The outlet would wait for it as for one that is starting, and outlive us.
        await rm(place, { recursive: true, force: true })
        throw error
      }
    },
    async close() {
      outlet.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function writeFiles(place: string, { hosts, resolvConf }: { hosts: string; resolvConf: string }): void {
  mkdirSync(join(place, 'names'), { recursive: true, mode: 0o755 })
  writeFileSync(join(place, 'hosts'), hosts)
  writeFileSync(join(place, 'resolv.conf'), resolvConf)
  for (const name of NAME_FILES) writeFileSync(join(place, 'names', name), resolvConf)
}

function spawnWaiting(folder: string, { command, cwd, env }: GuardedProgramOptions, port: number): ChildProcess {
  const tools = { unshare: findTool('unshare') ?? '', mount: findTool('mount') ?? '' }
  const [file = '', ...args] = planProcess({ user: thisUser(), folder, tools, command })
  const child = spawn(file, args, { cwd, env: env(port), detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  child.stdin?.on('error', () => {})
  return child
}

/** Waits for a line of the shell that starts the program. */
async function says(child: ChildProcess, line: string): Promise<void> {
  const lines = createInterface({ input: child.stdio[3] as Readable })
  const ended = once(child, 'exit').then(
    () => undefined,
    () => undefined,
  )
  for (;;) {
    const said = await Promise.race([once(lines, 'line'), ended])
    if (said === undefined) throw new Error('a network of its own could not be made')
    if (said[0] === line) return
  }
}

async function endGuard(place: string): Promise<void> {
  const record = readRecord(place, 'instance')
  if (record === null) return
  signal(record.keeper, 'SIGTERM')
  for (const until = Date.now() + GUARD_ENDS_MS; isAlive(record.keeper) && Date.now() < until; ) await pause(10)
  signal(record.keeper, 'SIGKILL')
}
