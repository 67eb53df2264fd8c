#!/usr/bin/env -S sh -c 'n=$(dirname "$(readlink -f "$0")")/../../../node_modules/.bin/node; [ -x "$n" ] || n=node; exec "$n" "$0" "$@"'
// The line above takes the Node of this clone, for the one on the path may be too old to run TypeScript.
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { findHostAddress } from '@mkt/engines'
import type { App } from './app.ts'
import { ConfigError } from './config/config-error.ts'
import { type Config, loadConfig } from './config.ts'
import { sandboxOf } from './laptop/bootstrap.ts'
import { startDemoProcess } from './laptop/demo-process.ts'
import { startEmbedded } from './laptop/embedded/start-embedded.ts'
import { type KeptSimulator, keepSimulator } from './laptop/keep-simulator.ts'
import { startSimulatorProcess } from './laptop/simulator-process.ts'
import { tellSupervisor } from './laptop/tell-supervisor.ts'
import { createLog, type Log } from './lib/log.ts'
import { prepareFolder } from './lib/process/prepare-folder.ts'
import { keepMemorySteady } from './lib/process/steady-memory.ts'
import { explainStartFailure } from './start-failure.ts'
import type { PoolAddress } from './store/database/pool.ts'
import { type Stops, stopper, watchProcess } from './watch-process.ts'

/** Commands beside starting. They find the database of a platform that runs, as those of `mkt-admin` do. */
const COMMANDS = ['create-operator', 'remove-applications']
const USAGE = `mkt-server [--empty]                       start the platform
mkt-server create-operator --email …       make an operator account (--password-stdin reads the password)
mkt-server remove-applications             remove everything from the engines before the platform is taken down`

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

function isWildcard(address: string): boolean {
  return address === '0.0.0.0' || address === '::'
}

async function openDatabase(config: Config, log: Log, stops: Stops): Promise<PoolAddress> {
  if (config.databaseUrl !== undefined) return { connectionString: config.databaseUrl }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  stops.push(() => embedded.stop())
  return embedded.poolConfig
}

/** The policy system of a laptop start: simulated, and the only private address applications may reach. */
async function openSimulator(
  config: Config,
  host: string | null,
  log: Log,
  stops: Stops,
): Promise<KeptSimulator | undefined> {
  if (!config.laptop) return undefined
  const stateFile = join(config.dataDir, 'simulator.json')
  // Its addresses are shown to applications, so the one they reach comes first.
  const binds = host === null || isWildcard(config.bind) ? [config.bind] : [host, config.bind]
  const place = { binds, port: config.ports.simulator, stateFile }
  const simulator = await keepSimulator({ start: (ports) => startSimulatorProcess({ ...place, ...ports }), log })
  stops.push(() => simulator.stop())
  return simulator
}

async function announceLaptop(
  app: App,
  config: Config,
  simulator: KeptSimulator,
  log: Log,
  stops: Stops,
): Promise<void> {
  app.platform.policy.sandbox = sandboxOf(simulator.facts)
  const { seedAccounts } = await import('./laptop/seed-accounts.ts')
  const file = await seedAccounts(app.platform, config, simulator.facts)
  app.report.demo = config.demo === 'full' ? 'seeding' : 'done'
  say(
    'MKT ready',
    `  Console     ${app.platform.addresses.publicUrl}`,
    `  Sign-in     ${file}`,
    `  Simulator   ${simulator.facts.connected.apiUrl}`,
  )
  if (config.demo !== 'full') return
  const demo = startDemoProcess(config.dataDir, log, (ok) => {
    app.report.demo = ok ? 'done' : 'incomplete'
  })
  if (demo !== undefined) stops.push(() => demo.stop())
}

/** Most of the program: whatever serves. */
async function loadRest() {
  const [{ openFront }, { startApp }] = await Promise.all([import('./open-front.ts'), import('./app.ts')])
  return { openFront, startApp }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (COMMANDS.some((name) => name === args[0]))
    return (await import('./admin/run-admin-command.ts')).runAdminCommand(args, { usage: USAGE, env: process.env })
  const config = loadConfig(process.env, args)
  const log = createLog({ level: config.logLevel, readable: !config.production })
  keepMemorySteady()
  const stops: Stops = []
  const stop = stopper(stops, log)
  watchProcess(stop, log)
  try {
    prepareFolder(config.dataDir)
    // Containers of a daemon see another loopback than ours: what they read listens where they reach it.
    const host = config.laptop ? await findHostAddress(config) : null
    const opening = Promise.allSettled([openDatabase(config, log, stops), openSimulator(config, host, log, stops)])
    // The rest of the program is read while these two start, which takes about as long.
    await turn()
    const { openFront, startApp } = await loadRest()
    const [database, simulating] = await opening
    if (database.status === 'rejected') throw database.reason
    if (simulating.status === 'rejected') throw simulating.reason
    const simulator = simulating.value
    const allowAddresses = [...config.allowAddresses, ...(simulator?.addresses ?? [])]
    const started = { ...config, allowAddresses, applicationHost: host }
    const front = await openFront(started, database.value, log)
    if (front !== undefined) stops.push(() => front.stop())
    const app = await startApp(front?.rest ?? started, database.value, log, front?.stop)
    stops.push((options) => app.stop(options))
    front?.share(app.metrics)
    if (simulator === undefined) say('MKT ready', `  Console     ${app.platform.addresses.publicUrl}`)
    else await announceLaptop(app, config, simulator, log, stops)
    tellSupervisor(config.ports, app.platform.addresses, simulator?.facts)
  } catch (error) {
    await stop()
    throw error
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : explainStartFailure(error)}\n`)
  process.exit(1)
}
