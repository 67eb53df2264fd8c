import { statSync } from 'node:fs'
import type { EgressRules, Engine } from '@mkt/engines'
import { type Image, OciError, openImage, readFile } from '@mkt/oci'
import { Abort } from '../../abort.ts'
import { becomesHealthy } from '../image/becomes-healthy.ts'
import { openLocalEngine, relayTo, specOf } from '../image/local-image.ts'
import { openReference } from '../image/open-reference.ts'
import type { Credentials } from '../platform/session.ts'
import type { AppProcess } from './app-process.ts'
import { refusedLines } from './dev-egress.ts'

const HEALTHY_WITHIN_MS = 60_000
const LOOK_MS = 250
const STOP_MS = 3_000

type Env = Readonly<Record<string, string | undefined>>

export interface DevPlace {
  stateApi: string
  allowAddresses: readonly string[]
  egress: EgressRules
}

export interface DevImage {
  /** The text of `/platform-app.json` in the image. */
  readonly manifest: string
  start(place: DevPlace, output: (line: string) => void): Promise<AppProcess>
  close(): Promise<void>
}

/**
 * Opens an image and runs it in the sandbox, isolated as on the platform. It is a file or folder that holds an image, or the name of
 * one in the local Docker or in a registry.
 */
export async function openDevImage(reference: string, env: Env, credentials?: Credentials): Promise<DevImage> {
  const found = statSync(reference, { throwIfNoEntry: false })
  const image = await (found === undefined
    ? openReference(reference, { env, credentials }).catch((error: unknown) => {
        throw isMissing(error) ? neither(reference, error) : error
      })
    : openImage(found.isDirectory() ? { layout: reference } : { archive: reference }))
  const manifest = await readFile(image, '/platform-app.json')
  if (!manifest) throw new Error(`${reference} has no platform-app.json at its root`)
  const { engine, close } = await openLocalEngine('dev')
  return {
    manifest: manifest.toString('utf8'),
    start: (place, output) => run(engine, image, place, output),
    async close() {
      await close()
      await image.close()
    },
  }
}

function isMissing(error: unknown): error is OciError {
  return error instanceof OciError && error.code === 'image_missing'
}

function neither(reference: string, error: OciError): Abort {
  return new Abort('image_missing', `"${reference}" is neither a file nor a folder here, and ${error.message}.`, {
    fix: 'Give the path of an archive, of an OCI layout or, to mkt conformance, of an app; or the name of an image.',
    cause: error,
  })
}

async function run(
  engine: Engine,
  image: Image,
  { egress, ...place }: DevPlace,
  output: (line: string) => void,
): Promise<AppProcess> {
  const spec = { ...specOf(image, { ...place, plan: 'Increased' }), egress }
  await engine.start(spec)
  const relay = await relayTo(async () => (await engine.observe(spec.instanceId))?.address ?? null)
  let cursor: string | undefined
  const refused = new Map<string, number>()
  const look = async () => {
    await engine.observe(spec.instanceId)
    const page = await engine.logs(spec.instanceId, cursor)
    cursor = page.cursor
    for (const line of page.lines) output(line.text)
    const counts = (await engine.egressCounts?.(spec.instanceId)) ?? []
    for (const line of refusedLines(counts, refused)) output(line)
  }
  const timer = setInterval(() => void look().catch(() => {}), LOOK_MS)
  const end = async (withinMs: number) => {
    clearInterval(timer)
    const started = performance.now()
    await engine.stop(spec.instanceId, { graceMs: withinMs })
    const killed = performance.now() - started >= withinMs
    await look().catch(() => {})
    const seen = await engine.observe(spec.instanceId)
    relay.close()
    return killed ? undefined : (seen?.exit?.code ?? null)
  }
  return {
    url: relay.url,
    end,
    // The sandbox tells of its end with its last lines.
    crashed: new Promise<string>(() => {}),
    healthy: becomesHealthy(relay.url, {
      withinMs: HEALTHY_WITHIN_MS,
      everyMs: LOOK_MS,
      async ended() {
        const seen = await engine.observe(spec.instanceId)
        if (seen?.status !== 'stopped') return false
        output(seen.exit?.reason ?? 'it ended')
        return true
      },
    }),
    async stop() {
      await end(STOP_MS)
    },
  }
}
