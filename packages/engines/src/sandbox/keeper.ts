/**
 * The keeper: one small process per instance, inside the instance's network namespace and outside all its others. It
 * outlives the platform. It relays connections, takes in the output, passes on the stop signal and writes down how
 * the application ended. States: waiting for its order → running → stopping → ended. Invariant: the application lives
 * at most as long as its keeper's record says, and an exit record is written once everything is over.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { describeExit } from '../describe-exit.ts'
import { guarded } from '../guarded.ts'
import { countMemoryKills, joinCgroups, makeCgroups, removeCgroups } from './cgroup.ts'
import { lastSeen, readRecord, writeRecord } from './instance-folder.ts'
import { type KeeperOrder, NETWORK_READY, STARTED } from './keeper-order.ts'
import { createLineIntake } from './line-intake.ts'
import { openLog } from './log-file.ts'
import { identify, type ProcessIdentity, signal } from './process-identity.ts'
import { readAtRate } from './read-at-rate.ts'
import { MAX_OUTGOING, startRelay } from './relay.ts'
import { type Endpoint, followShown } from './shown-loopback.ts'
import { UPLINK } from './uplink-plan.ts'
import { watchEgress } from './watch-egress.ts'

const DEFAULT_GRACE_MS = 60_000
const NAMESPACES = ['--user', '--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child']
/** The first shell waits as nobody; the second is root of the namespace, because by then the users are mapped. */
const FIRST_STEP = ['sh', '-c', 'read _; exec sh -s']

async function main(): Promise<void> {
  runIp(['link set lo up'])
  process.stdout.write(`${NETWORK_READY}\n`)
  const order = await readOrder()
  process.stdin.destroy()
  runIp(order.network.loopbackCommands)
  runIp(order.network.outsideCommands)
  for (const relay of order.network.relays) await relayOut(order, relay, relay.target)
  let ownFailures = 0
  const counts = await watchEgress(order, {
    runIp,
    ownRefusals: () => ownFailures,
    nameServer: UPLINK.nameServer,
  })
  // Behind a guard an instance sees the policy systems of its own installations, not those of all.
  if (order.egress?.closed !== true && order.shown !== null) showLoopback(order, order.shown)
  const onFailure = () => {
    ownFailures += 1
  }
  await startRelay({ path: order.socket }, { host: '127.0.0.1', port: order.network.port }, { onFailure })
  makeCgroups(order.cgroups)

  const child = spawn('unshare', [...NAMESPACES, '--', ...FIRST_STEP], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = watch(child, order)
  const init = await findInit(child)
  writeFileSync(`/proc/${init.pid}/uid_map`, order.idMap)
  writeFileSync(`/proc/${init.pid}/gid_map`, order.idMap)
  joinCgroups(order.cgroups, init.pid)
  writeRecord(order.folder, 'instance', {
    instanceId: order.instanceId,
    deploymentId: order.deploymentId,
    keeper: known(process.pid),
    init,
    uplink: order.uplink,
    socket: order.socket,
    cgroups: order.cgroups.map((folder) => folder.path),
    startedAt: new Date().toISOString(),
  })
  child.stdin?.on('error', () => {})
  child.stdin?.end(`\n${order.script}`)
  obeySignals(order, init)
  process.stdout.write(`${STARTED}\n`)
  const code = await ended
  counts.write()
  await finish(order, code)
}

function showLoopback(order: KeeperOrder, shown: string): void {
  followShown(shown, (endpoint) => {
    const { port, relays } = order.network
    // The application's own port stays its own, and so does whatever else it listens on already.
    if (endpoint.port === port || relays.some((relay) => relay.port === endpoint.port && relay.host === endpoint.host))
      return
    relayOut(order, endpoint, endpoint).catch(() => {})
  })
}

/** Who connects here inside is connected with the target on the host. */
function relayOut(order: KeeperOrder, { host, port }: Endpoint, target: Endpoint) {
  const opening = `${target.host} ${target.port}\n`
  return startRelay({ host, port }, { path: order.outlet }, { opening, most: MAX_OUTGOING })
}

function runIp(commands: readonly string[]): void {
  if (commands.length > 0) execFileSync('ip', ['-batch', '-'], { input: `${commands.join('\n')}\n` })
}

async function readOrder(): Promise<KeeperOrder> {
  for await (const line of createInterface({ input: process.stdin })) return JSON.parse(line) as KeeperOrder
  throw new Error('the platform went away before it gave its order')
}

function watch(child: ChildProcessWithoutNullStreams, order: KeeperOrder): Promise<number | null> {
  const log = openLog(order.folder, order.outputKey === null ? undefined : Buffer.from(order.outputKey, 'base64'))
  const intake = createLineIntake((line) => log.write(line))
  // A line that cannot be kept (a full disk) is lost; the application goes on.
  const takeOutput = (chunk: Buffer) => intake.push('stdout', chunk, new Date())
  const takeErrors = (chunk: Buffer) => intake.push('stderr', chunk, new Date())
  readAtRate(child.stdout, takeOutput, complain)
  readAtRate(child.stderr, takeErrors, complain)
  return new Promise((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', (code) => {
      resolve(code)
      closeLog()
    })
    const closeLog = guarded(complain, () => {
      intake.end(new Date())
      log.close()
    })
  })
}

async function findInit(child: ChildProcess): Promise<ProcessIdentity> {
  const path = `/proc/${child.pid}/task/${child.pid}/children`
  for (;;) {
    const pid = Number(readFileSync(path, 'utf8').trim().split(' ')[0])
    const init = pid > 0 ? identify(pid) : null
    if (init !== null) return init
    if (child.exitCode !== null) throw new Error('the namespaces could not be made')
    await pause(2)
  }
}

/** The keeper goes on, whatever fails: its own log has it. */
function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}

function obeySignals(order: KeeperOrder, init: ProcessIdentity): void {
  let stopping = false
  const end = () => {
    if (stopping) return
    stopping = true
    const graceMs = readRecord(order.folder, 'stop')?.graceMs ?? DEFAULT_GRACE_MS
    signal(init, 'SIGTERM')
    setTimeout(
      guarded(complain, () => signal(init, 'SIGKILL')),
      graceMs,
    ).unref()
  }
  const stop = guarded(complain, end)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => {})
  const born = Date.now()
  let missed = 0
  // Missed twice: after the sleep of a laptop the platform gets its turn before the keeper judges.
  const judge = () => {
    missed = Date.now() - Math.max(born, lastSeen(order.folder)) > order.leaseMs ? missed + 1 : 0
    if (missed === 2) stop()
  }
  setInterval(guarded(complain, judge), Math.min(order.leaseMs / 5, 15_000)).unref()
}

async function finish(order: KeeperOrder, code: number | null): Promise<never> {
  const folders = order.cgroups.map((folder) => folder.path)
  const outOfMemory = countMemoryKills(folders) > 0
  const stopped = readRecord(order.folder, 'stop') !== null
  for (let attempt = 0; attempt < 100 && !removeCgroups(folders); attempt++) await pause(10)
  rmSync(order.socket, { force: true })
  if (order.uplink) signal(order.uplink, 'SIGKILL')
  const at = new Date().toISOString()
  writeRecord(order.folder, 'exit', { code, reason: describeExit(code, outOfMemory, stopped), outOfMemory, at })
  process.exit(0)
}

function known(pid: number): ProcessIdentity {
  const identity = identify(pid)
  if (identity === null) throw new Error('this process is not in /proc')
  return identity
}

// A closed pipe of a platform that went away must not end the keeper.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
await main()
