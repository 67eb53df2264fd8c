import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, type InstanceSpec, openEngine, parseAddress } from '@mkt/engines'
import { type PerformancePlan, planResources } from '@mkt/manifest'
import { type Image, startOf, unpackImage } from '@mkt/oci'
import { keptLayers, pruneKeptLayers } from './kept-layers.ts'

/** How long an instance outlives a tool that was killed and does not look at it any more. */
const LEASE_MS = 5_000

export interface LocalEngine {
  engine: Engine
  /** Ends every instance and removes the files. */
  close(): Promise<void>
}

/** The sandbox of this machine, with files of its own for this run. */
export async function openLocalEngine(scope: 'dev' | 'try'): Promise<LocalEngine> {
  const folder = mkdtempSync(join(tmpdir(), `mkt-${scope}-image-`))
  const engine = await openEngine({ engine: 'sandbox', folder, scope, leaseMs: LEASE_MS })
  return {
    engine,
    async close() {
      await engine.close({ stopInstances: true })
      rmSync(folder, { recursive: true, force: true })
      const kept = keptLayers(tmpdir())
      if (kept !== undefined) pruneKeptLayers(kept, Date.now())
    },
  }
}

export interface LocalInstance {
  stateApi: string
  allowAddresses: readonly string[]
  plan: PerformancePlan
}

/** One instance of an image, as the platform would start it. */
export function specOf(image: Image, { stateApi, allowAddresses, plan }: LocalInstance): InstanceSpec {
  return {
    instanceId: `inst_${randomBytes(13).toString('hex')}`,
    deploymentId: 'dep_local',
    app: 'local/app',
    version: '0.0.0',
    image: {
      digest: image.digest,
      reference: image.digest,
      credential: null,
      async unpack(directory) {
        const layers = keptLayers(directory)
        await unpackImage(image, directory, layers === undefined ? {} : { layers })
        return startOf(image)
      },
    },
    variables: {},
    stateApi,
    plan: { ...planResources[plan], cpuCeiling: 1 },
    allowAddresses,
  }
}

/** A port of this machine for an instance that may be behind a Unix socket; any free one unless given. */
export async function relayTo(
  address: () => Promise<string | null>,
  port = 0,
): Promise<{ url: string; close(): void }> {
  const join = async (socket: Socket) => {
    const at = await address().catch(() => null)
    if (at === null) return socket.destroy()
    const { origin, socketPath } = parseAddress(at)
    const { hostname, port } = new URL(origin)
    const up = socketPath === null ? connect(Number(port), hostname) : connect(socketPath)
    up.on('error', () => socket.destroy())
    socket.once('close', () => up.destroy())
    socket.pipe(up).pipe(socket)
  }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    join(socket).catch(() => socket.destroy())
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}
