import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { newId } from '../../lib/ids.ts'
import { silentLog } from '../../lib/log.ts'
import { fraction, seededRandom } from '../../lib/random.ts'
import { runningPostmaster } from '../../store/embedded/postmaster.ts'
import { startEmbedded } from '../../store/embedded/start-embedded.ts'
import { migrate } from '../../store/migrate.ts'
import { type Flow, startFlow } from './flow.ts'
import type { ChaosPlan } from './plan.ts'
import { startVictim, type Victim } from './victim.ts'

export interface ChaosOptions {
  kills: number
  /** Events per second to send; what is not acknowledged is not counted. */
  rate: number
  seed: string
  /** Pause between two kills, at most. */
  pauseMs: number
  say(text: string): void
}

export interface ChaosReport {
  kills: Record<string, number>
  sent: number
  acknowledged: number
  stored: number
  delivered: number
  waiting: number
  dead: number
  received: number
  repeated: number
  problems: string[]
}

const APPS = 2
const ROUTES_PER_APP = 3

/**
 * Kills processes at random while events flow, then looks whether the promise was kept: every acknowledged event was delivered at least
 * once or is waiting, none was invented, and ids match.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-chaos-'))
  const database = await startEmbedded({ dataDir: folder, log: silentLog })
  const victims: Victim[] = []
  try {
    await migrate(database.poolConfig, silentLog)
    const plan = await makePlan(database.poolConfig)
    for (const port of new Set(plan.routes.map((route) => route.appPort))) {
      victims.push(await startVictim(`app ${port}`, 'app-child.ts', [String(port), join(folder, `app-${port}.txt`)]))
    }
    victims.push(await startVictim('gateway', 'platform-child.ts', ['gateway', JSON.stringify(plan)]))
    for (const name of ['worker 1', 'worker 2']) {
      victims.push(await startVictim(name, 'platform-child.ts', ['worker', JSON.stringify(plan)]))
    }
    const flow = startFlow(plan, options.rate)
    const kills = await killAtRandom(options, victims, folder, plan)
    await flow.stop()
    await settle(plan, options.say)
    const report = await inspect(plan, folder, flow)
    return { kills, ...report }
  } finally {
    for (const victim of victims) await victim.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makePlan(database: ChaosPlan['database']): Promise<ChaosPlan> {
  const ports = await freePorts(APPS + 1)
  const [gatewayPort = 0, ...appPorts] = ports
  const routes = appPorts.flatMap((appPort) =>
    Array.from({ length: ROUTES_PER_APP }, () => {
      const installationId = newId('ins')
      return { routeId: `r${installationId.slice(4)}`, installationId, appPort }
    }),
  )
  const schedule = [0, ...Array.from({ length: 400 }, () => 0.3)]
  return {
    database,
    masterKey: randomBytes(32).toString('hex'),
    callerSecret: 'chaos-caller',
    gatewayPort,
    routes,
    schedule,
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function killAtRandom(
  options: ChaosOptions,
  victims: Victim[],
  folder: string,
  plan: ChaosPlan,
): Promise<Record<string, number>> {
  const random = seededRandom(options.seed)
  const counts: Record<string, number> = {}
  const postgres = async () => {
    const pid = runningPostmaster(join(folder, 'postgres/data'))
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  }
  const connections = () =>
    query(plan, "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'chaos%'").catch(
      () => [],
    )
  for (let kill = 0; kill < options.kills; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, fraction(random) * options.pauseMs))
    // Everyone once, then by chance.
    const kinds = victims.length + 2
    const choice = kill < kinds ? (kill * 5 + 2) % kinds : Math.floor(fraction(random) * kinds)
    const victim = victims[choice]
    const name = victim?.name ?? (choice === victims.length ? 'database' : 'connections')
    counts[name] = (counts[name] ?? 0) + 1
    if (victim) await victim.kill()
    else if (name === 'database') await postgres()
    else await connections()
    if ((kill + 1) % 50 === 0) options.say(`${kill + 1} of ${options.kills} kills`)
  }
  return counts
}

/** Waits until nothing is left to send, as long as the number of waiting events falls. */
async function settle(plan: ChaosPlan, say: (text: string) => void): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  let since = Date.now()
  while (Date.now() - since < 60_000) {
    const waiting = await query(plan, "select count(*)::int as count from event where state = 'WAITING'").then(
      (rows) => Number(rows[0]?.count),
      () => Number.POSITIVE_INFINITY,
    )
    if (waiting === 0) return
    if (waiting < least) {
      least = waiting
      since = Date.now()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  say(`${least} events still wait`)
}

async function inspect(plan: ChaosPlan, folder: string, flow: Flow): Promise<Omit<ChaosReport, 'kills'>> {
  const rows = await query(plan, 'select id, state from event')
  const stateOf = new Map(rows.map((row) => [String(row.id), String(row.state)]))
  const received = new Map<string, Set<string>>()
  let total = 0
  for (const port of new Set(plan.routes.map((route) => route.appPort))) {
    const file = join(folder, `app-${port}.txt`)
    if (!existsSync(file)) continue
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [id, source] = line.split(' ')
      if (id === undefined || source === undefined) continue
      total += 1
      received.set(id, (received.get(id) ?? new Set()).add(source))
    }
  }
  const problems: string[] = []
  for (const [source, id] of flow.acknowledged) {
    const state = stateOf.get(id)
    if (state === undefined) problems.push(`${id} was acknowledged and is not there`)
    else if (state === 'DELIVERED' && !received.has(id)) problems.push(`${id} counts as delivered and never arrived`)
    else if (state === 'DEAD') problems.push(`${id} is a dead letter`)
    const sources = received.get(id)
    if (sources && !(sources.size === 1 && sources.has(source))) problems.push(`${id} arrived with another body`)
  }
  for (const [id, sources] of received) {
    if (!stateOf.has(id)) problems.push(`${id} arrived and was never stored`)
    for (const source of sources) if (!flow.sent.has(source)) problems.push(`${id} arrived and was never sent`)
  }
  const count = (state: string) => rows.filter((row) => row.state === state).length
  return {
    sent: flow.sent.size,
    acknowledged: flow.acknowledged.size,
    stored: rows.length,
    delivered: count('DELIVERED'),
    waiting: count('WAITING'),
    dead: count('DEAD'),
    received: received.size,
    repeated: total - received.size,
    problems,
  }
}

async function query(plan: ChaosPlan, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...plan.database, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
