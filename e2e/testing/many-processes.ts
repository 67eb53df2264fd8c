import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { expect } from 'vitest'
import { testS3 } from '../../packages/server/src/testing/images/s3-server.ts'
import { atEnd } from '../../packages/server/src/testing/run/at-end.ts'
import { type Simulator, startSimulator } from '../../packages/simulator/src/start-simulator.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { endApplications } from './end-applications.ts'
import {
  beginServer,
  type Launched,
  launchFirstApp,
  type ServerProcess,
  startServer,
  type Variables,
} from './production.ts'
import { type SystemPostgres, startSystemPostgres } from './system-postgres.ts'

export const ROLES = ['api', 'gateway', 'state', 'relay', 'worker'] as const
export type Role = (typeof ROLES)[number]
/** A role that others reach by an address, which leads to all processes of it. */
type FrontRole = Exclude<Role, 'worker'>

/** A place of the platform: one process at a time, always with the same ports and the same data. */
interface Place {
  url: string
  readonly server: ServerProcess
  /** Starts a process there, and waits until it is ready. */
  start(): Promise<void>
}

/** Two processes of each role, a balancer in front of each, and a first application that runs for a customer. */
export interface ManyProcesses {
  postgres: SystemPostgres
  simulator: Simulator
  places: Record<Role, Place[]>
  fronts: Record<FrontRole, Balancer>
  launched: Launched
  /** The secret that the policy system shows at the gateway. */
  caller: string
  /** What an operator exports before any command. */
  operator: Variables
  /** Starts a platform of its own with all roles in one process. */
  startAlone(): Promise<ServerProcess>
}

const EACH = 2
/** How long a busy machine may take to start them all. */
export const STARTING_MS = 600_000
/** Time for a balancer to see that a process goes, with a test that is kept waiting. */
const DRAIN_SECONDS = '3'

/**
 * As on machines of their own: each process has a folder of its own, and images are in object storage. Workers share the folder of the sandbox, which
 * belongs to one machine.
 */
export async function startManyProcesses(): Promise<ManyProcesses> {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-roles-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  atEnd(() => endApplications(folder))
  const s3 = await testS3()
  const postgres = await startSystemPostgres()
  atEnd(() => postgres.stop())
  postgres.create('mkt')
  const simulator = await startSimulator({ seed: 'roles' })
  atEnd(() => simulator.close())

  const servers = new Set<ServerProcess>()
  /** The variables of one process, and where it listens. */
  async function prepare(role: Role, name: string) {
    const [port, otlpPort] = [await freePort(), await freePort()]
    const own: Variables = {
      MKT_ROLES: role,
      MKT_DATA_DIR: join(folder, role === 'worker' ? role : name),
      MKT_OTLP_PORT: `${otlpPort}`,
      [`MKT_${role.toUpperCase()}_PORT`]: `${port}`,
      ...(role === 'api' ? { ...images, AWS_ACCESS_KEY_ID: s3.key, AWS_SECRET_ACCESS_KEY: s3.key } : {}),
    }
    return { url: `http://127.0.0.1:${port}`, otlpUrl: `http://127.0.0.1:${otlpPort}`, own }
  }
  const images: Variables = {
    MKT_BLOBS: `s3://${s3.bucket}/mkt`,
    MKT_BLOBS_ENDPOINT: s3.endpoint,
    MKT_BLOBS_REGION: s3.region,
    MKT_BLOBS_PATH_STYLE: '1',
  }
  const begun = (env: Variables) => {
    const server = beginServer(env)
    servers.add(server)
    return server
  }
  async function ready(server: ServerProcess): Promise<void> {
    await server.settled
    expect(server.child.exitCode, server.output()).toBeNull()
  }

  const prepared = await Promise.all(
    ROLES.flatMap((role) =>
      Array.from({ length: EACH }, async (_, index) => ({ role, ...(await prepare(role, `${role}-${index}`)) })),
    ),
  )
  const of = (role: Role) => prepared.filter((one) => one.role === role)
  const balance = async (role: FrontRole) => startBalancer(of(role).map(({ url }) => ({ origin: url })))
  const fronts = {
    api: await balance('api'),
    gateway: await balance('gateway'),
    state: await balance('state'),
    relay: await balance('relay'),
  }
  const telemetry = await startBalancer(of('state').map(({ url, otlpUrl }) => ({ origin: otlpUrl, readiness: url })))
  atEnd(() => {
    for (const front of [...Object.values(fronts), telemetry]) front.close()
  })
  const shared: Variables = {
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url('mkt'),
    MKT_MASTER_KEY: randomBytes(32).toString('base64'),
    MKT_ENGINE: 'sandbox',
    MKT_SANDBOX_TRUSTED: '1',
    MKT_ALLOW_ADDRESSES: '127.0.0.1',
    MKT_PUBLIC_URL: fronts.api.url,
    MKT_GATEWAY_URL: fronts.gateway.url,
    MKT_STATE_URL: fronts.state.url,
    MKT_RELAY_URL: fronts.relay.url,
    MKT_OTLP_URL: telemetry.url,
    MKT_DRAIN_SECONDS: DRAIN_SECONDS,
  }
  atEnd(() => Promise.all([...servers].map((server) => server.stop())))

  const places: Record<Role, Place[]> = { api: [], gateway: [], state: [], relay: [], worker: [] }
  const starts = prepared.map(({ role, url, own }) => {
    const place = {
      url,
      server: begun({ ...shared, ...own }),
      async start() {
        place.server = begun({ ...shared, ...own })
        await ready(place.server)
      },
    }
    places[role].push(place)
    return ready(place.server)
  })
  await Promise.all(starts)
  const operator = { ...shared, MKT_DATA_DIR: join(folder, 'operator') }
  const launched = await launchFirstApp(fronts.api.url, operator, simulator, 'a secret of this customer')
  const { callerSecret } = await launched.client.rotateCallerSecret({ params: { id: launched.id } })
  return {
    postgres,
    simulator,
    places,
    fronts,
    launched,
    caller: callerSecret,
    operator,
    async startAlone() {
      const ports = ['API', 'GATEWAY', 'STATE', 'RELAY', 'OTLP'].map(async (name) => [
        `MKT_${name}_PORT`,
        `${await freePort()}`,
      ])
      postgres.create('alone')
      const server = await startServer({
        ...shared,
        ...Object.fromEntries(await Promise.all(ports)),
        DATABASE_URL: postgres.url('alone'),
        MKT_DATA_DIR: join(folder, 'alone'),
      })
      servers.add(server)
      await ready(server)
      return server
    },
  }
}
