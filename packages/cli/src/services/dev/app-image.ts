import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, type InstanceSpec, openEngine, parseAddress } from '@mkt/engines'
import { planResources } from '@mkt/manifest'
import { type Image, openImage, readFile, unpackImage } from '@mkt/oci'
import { openReference } from '../open-reference.ts'
import type { RunningApp } from './app-process.ts'

const HEALTHY_WITHIN_MS = 60_000
const LOOK_MS = 250
/** How long an instance outlives a tool that was killed and does not look at it any more. */
const LEASE_MS = 5_000

type Env = Readonly<Record<string, string | undefined>>

export interface DevImage {
  /** The text of `/platform-app.json` in the image. */
  readonly manifest: string
  start(stateApi: string, allowAddresses: readonly string[], output: (line: string) => void): Promise<RunningApp>
  close(): Promise<void>
}

/**
 * Opens an image and runs it in the sandbox, isolated as on the platform. It is a file or folder that holds an image, or the name of
 * one in the local Docker or in a registry.
 */
export async function openDevImage(reference: string, env: Env): Promise<DevImage> {
  const found = statSync(reference, { throwIfNoEntry: false })
  const image = await (found === undefined
    ? openReference(reference, { env })
    : openImage(found.isDirectory() ? { layout: reference } : { archive: reference }))
  const manifest = await readFile(image, '/platform-app.json')
  if (!manifest) throw new Error(`${reference} has no platform-app.json at its root`)
  const folder = mkdtempSync(join(tmpdir(), 'mkt-dev-image-'))
  const engine = await openEngine({ engine: 'sandbox', folder, scope: 'dev', leaseMs: LEASE_MS })
  return {
    manifest: manifest.toString('utf8'),
    start: (stateApi, allowAddresses, output) => run(engine, image, stateApi, allowAddresses, output),
    async close() {
      await engine.close({ stopInstances: true })
      await image.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(
  engine: Engine,
  image: Image,
  stateApi: string,
  allowAddresses: readonly string[],
  output: (line: string) => void,
): Promise<RunningApp> {
  const spec = specOf(image, stateApi, allowAddresses)
  await engine.start(spec)
  const relay = await relayTo(async () => (await engine.observe(spec.instanceId))?.address ?? null)
  let cursor: string | undefined
  const look = async () => {
    await engine.observe(spec.instanceId)
    const page = await engine.logs(spec.instanceId, cursor)
    cursor = page.cursor
    for (const line of page.lines) output(line.text)
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  return {
    url: relay.url,
    healthy: becomesHealthy(engine, spec.instanceId, relay.url, output),
    async stop() {
      clearInterval(timer)
      await engine.stop(spec.instanceId, { graceMs: 3_000 })
      await look().catch(() => {})
      relay.close()
    },
  }
}

function specOf(image: Image, stateApi: string, allowAddresses: readonly string[]): InstanceSpec {
  const { config = {} } = image.config
  return {
    instanceId: `inst_${randomBytes(13).toString('hex')}`,
    deploymentId: 'dep_dev',
    app: 'dev/app',
    version: '0.0.0',
    image: {
      digest: image.digest,
      reference: image.digest,
      credential: null,
      async unpack(directory) {
        await unpackImage(image, directory)
        return {
          env: config.Env ?? [],
          entrypoint: config.Entrypoint ?? [],
          cmd: config.Cmd ?? [],
          workingDir: config.WorkingDir ?? '/',
          user: config.User ?? '',
        }
      },
    },
    variables: {},
    stateApi,
    plan: { ...planResources.Increased, cpuCeiling: 1 },
    allowAddresses,
  }
}

/** A port of ours for an instance that may be behind a Unix socket. */
async function relayTo(address: () => Promise<string | null>): Promise<{ url: string; close(): void }> {
  const server = createServer(async (socket) => {
    socket.on('error', () => {})
    const at = await address().catch(() => null)
    if (at === null) return socket.destroy()
    const { origin, socketPath } = parseAddress(at)
    const { hostname, port } = new URL(origin)
    const up = socketPath === null ? connect(Number(port), hostname) : connect(socketPath)
    up.on('error', () => socket.destroy())
    socket.once('close', () => up.destroy())
    socket.pipe(up).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => void server.close() }
}

async function becomesHealthy(
  engine: Engine,
  id: string,
  url: string,
  output: (line: string) => void,
): Promise<boolean> {
  const until = Date.now() + HEALTHY_WITHIN_MS
  while (Date.now() < until) {
    const seen = await engine.observe(id)
    if (seen?.status === 'stopped') {
      output(seen.exit?.reason ?? 'it ended')
      return false
    }
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return false
}
