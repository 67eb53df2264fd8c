/**
 * The guard of a container's network: one small process per instance, in the network namespace of the container and in no other of its
 * namespaces. It relays calls of the gateway to the application, shows the state interface inside, and lets out what the rules allow.
 * It outlives the platform and ends with the container that owns the network. Invariant: one guard serves a network, and what its
 * application reaches goes through it.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { guarded } from '../guarded.ts'
import { writeRecord } from '../sandbox/instance-folder.ts'
import { identify, isAlive, type ProcessIdentity } from '../sandbox/process-identity.ts'
import { MAX_OUTGOING, startRelay } from '../sandbox/relay.ts'
import { watchEgress } from '../sandbox/watch-egress.ts'
import { GUARDING, type GuardOrder, TAKEN } from './guard-order.ts'

/** A name that exists once in each network namespace. */
const CLAIM = '\0mkt-guard'
const LOOK_MS = 1_000

async function main(): Promise<void> {
  const order = await readOrder()
  process.stdin.destroy()
  if (!(await claim())) {
    process.stdout.write(`${TAKEN}\n`, () => process.exit(0))
    return
  }
  const { network, outlet } = order
  runIp(network.loopbackCommands)
  for (const { host, port, target } of network.relays)
    await startRelay(
      { host, port },
      { path: outlet },
      { opening: `${target.host} ${target.port}\n`, most: MAX_OUTGOING },
    )
  let ownFailures = 0
  const counts = await watchEgress(order, { runIp, ownRefusals: () => ownFailures, nameServer: order.nameServer })
  rmSync(order.socket, { force: true })
  const onFailure = () => {
    ownFailures += 1
  }
  await startRelay({ path: order.socket }, { host: '127.0.0.1', port: network.port }, { onFailure })
  const { instanceId, deploymentId, socket, owner } = order
  const startedAt = new Date().toISOString()
  const keeper = known(process.pid)
  writeRecord(order.folder, 'instance', {
    ...{ instanceId, deploymentId, keeper, init: owner, uplink: null, socket, cgroups: [], startedAt },
  })
  endWith(owner, () => {
    counts.write()
    rmSync(socket, { force: true })
    process.exit(0)
  })
  process.stdout.write(`${GUARDING}\n`)
}

/** Whether no other guard serves this network. */
function claim(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => resolve(false))
    server.listen(CLAIM, () => resolve(true))
  })
}

function endWith(owner: ProcessIdentity, end: () => void): void {
  const endSafely = guarded(() => process.exit(1), end)
  process.on('SIGTERM', endSafely)
  process.on('SIGHUP', () => {})
  setInterval(
    guarded(complain, () => isAlive(owner) || endSafely()),
    LOOK_MS,
  )
}

function runIp(commands: readonly string[]): void {
  if (commands.length > 0) execFileSync('ip', ['-batch', '-'], { input: `${commands.join('\n')}\n` })
}

async function readOrder(): Promise<GuardOrder> {
  for await (const line of createInterface({ input: process.stdin })) return JSON.parse(line) as GuardOrder
  throw new Error('the platform went away before it gave its order')
}

function known(pid: number): ProcessIdentity {
  const identity = identify(pid)
  if (identity === null) throw new Error('this process is not in /proc')
  return identity
}

function complain(error: unknown): void {
  process.stderr.write(`${new Date().toISOString()} ${error instanceof Error ? error.stack : String(error)}\n`)
}

// A closed pipe of a platform that went away must not end the guard.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})
await main()
