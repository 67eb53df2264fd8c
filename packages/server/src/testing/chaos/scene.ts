import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import pg from 'pg'
import { runningPostmaster } from '../../laptop/embedded/postmaster.ts'
import { startEmbedded } from '../../laptop/embedded/start-embedded.ts'
import { silentLog } from '../../lib/log.ts'
import { migrate } from '../../store/database/migrate.ts'
import { newId } from '../platform/new-id.ts'
import type { ChaosPlan } from './plan.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'
import { startVictim, type Victim } from './victim.ts'

/** Everything a chaos run plays with: a database on a disk of its own, a gateway, two workers and applications, each a process. */
export interface ChaosScene {
  folder: string
  plan: ChaosPlan
  victims: Victim[]
  /** Undefined where nothing may be mounted; then the disk cannot be filled. */
  disk: SmallDisk | undefined
  killDatabase(): void
  query(sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

const APPS = 2
const ROUTES_PER_APP = 3

export async function startScene(): Promise<ChaosScene> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-chaos-'))
  const disk = mountSmallDisk(join(folder, 'disk'))
  const dataDir = join(folder, 'disk')
  const victims: Victim[] = []
  let stopDatabase = async () => {}
  const stop = async () => {
    for (const victim of victims) await victim.stop()
    await stopDatabase()
    disk?.unmount()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const database = await startEmbedded({ dataDir, log: silentLog })
    stopDatabase = database.stop
    await migrate(database.poolConfig, silentLog)
    const plan = await makePlan(database.poolConfig)
    const text = JSON.stringify(plan)
    for (const port of new Set(plan.routes.map((route) => route.appPort))) {
      victims.push(await startVictim(`app ${port}`, 'app-child.ts', [String(port), join(folder, `app-${port}.txt`)]))
    }
    victims.push(await startVictim('gateway', 'platform-child.ts', ['gateway', text]))
    for (const name of ['worker 1', 'worker 2']) {
      victims.push(await startVictim(name, 'platform-child.ts', ['worker', text]))
    }
    const killDatabase = () => {
      const pid = runningPostmaster(join(dataDir, 'postgres/data'))
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
    }
    return { folder, plan, victims, disk, killDatabase, query: (sql) => query(plan, sql), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function makePlan(database: ChaosPlan['database']): Promise<ChaosPlan> {
  const gatewayPort = await freePort()
  const appPorts = await Promise.all(Array.from({ length: APPS }, freePort))
  const routes = appPorts.flatMap((appPort) =>
    Array.from({ length: ROUTES_PER_APP }, () => {
      const installationId = newId('ins')
      return { routeId: `r${installationId.slice(4)}`, installationId, appPort }
    }),
  )
  const schedule = [0, ...Array.from({ length: 400 }, () => 0.3)]
  const masterKey = randomBytes(32).toString('hex')
  return { database, masterKey, callerSecret: 'chaos-caller', gatewayPort, routes, schedule }
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
