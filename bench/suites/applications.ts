import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { type Engine, openEngine } from '@mkt/engines'
import { appImage, callInstance, until } from '@mkt/engines/testing'
import { buildNodeImage, pushImage } from '@mkt/oci'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { freshDataDir, startPlatform } from '../harness/platform.ts'
import { cpuSeconds, memoryMb } from '../harness/process-tree.ts'
import type { Suite } from '../harness/suite.ts'

const ROUNDS = 3
const APPS = 50
const MEGABYTE = 1024 * 1024
const example = join(import.meta.dirname, '../../examples/minimal')

/** From the release's creation to its state LIVE, by the platform's own engine. */
async function releaseToLive(engine: 'sandbox' | 'docker'): Promise<void> {
  const folder = freshDataDir()
  const { DOCKER_HOST = '' } = process.env
  const platform = await startPlatform(folder.path, { MKT_ENGINE: engine, ...(DOCKER_HOST && { DOCKER_HOST }) })
  try {
    const { apiUrl, publisher } = platform.bootstrap
    const { clientId: username, apiKey: password } = publisher
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const client = createClient({ baseUrl: apiUrl, authorization: () => authorization })
    const given = JSON.parse(readFileSync(join(example, 'platform-app.json'), 'utf8')) as { name: string }
    const texts = { title: 'Minimal', variant: 'connected' as const, about: 'a', requirements: 'r' }
    const listing = await client.createListing({ params: { org: 'acme' }, body: { appName: 'minimal', ...texts } })
    await client.publishListing({ params: { id: listing.id } })
    const seconds: number[] = []
    for (let minor = 1; minor <= ROUNDS; minor += 1) {
      const manifest = { ...given, version: `1.${minor}.0` }
      const image = await buildNodeImage({ dir: example, manifest: Buffer.from(JSON.stringify(manifest)) })
      const repository = { registry: apiUrl, repository: given.name, credentials: { username, password } }
      await pushImage(image, repository, { tag: manifest.version })
      const began = performance.now()
      const body = { manifest, imageDigest: image.digest }
      const { id } = await client.createRelease({ params: { id: listing.id }, body })
      await until('LIVE', async () => (await client.getRelease({ params: { id } })).state === 'LIVE', 120_000)
      seconds.push((performance.now() - began) / 1000)
      await image.close()
    }
    console.log(`\nRelease to live, ${engine} (${ROUNDS} releases): ${shownRange(rangeOf(seconds))} s`)
  } finally {
    await platform.stop()
    folder.remove()
  }
}

/** Many idle applications on one machine: what each costs, everything that keeps it included. */
async function idleApps(): Promise<void> {
  const folder = freshDataDir()
  const scope = randomBytes(4).toString('hex')
  const engine = await openEngine({ engine: 'sandbox', folder: folder.path, scope })
  const image = await appImage()
  const ids = Array.from({ length: APPS }, (_, index) => `inst_bench${index}`)
  try {
    const before = { memory: memoryMb(1), began: performance.now() }
    for (const instanceId of ids) await start(engine, instanceId, image)
    await Promise.all(ids.map((id) => healthy(engine, id)))
    const seconds = (performance.now() - before.began) / 1000
    const each = (memoryMb(1) - before.memory) / APPS
    const own = await Promise.all(ids.map(async (id) => (await engine.figures(id))?.memoryBytes ?? 0))
    const cpu = cpuSeconds(1)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    const share = ((cpuSeconds(1) - cpu) / 5) * 100
    console.log(`\n${APPS} idle applications in sandboxes`)
    console.log(`  all healthy after   ${seconds.toFixed(1)} s`)
    console.log(
      `  memory each         ${each.toFixed(0)} MB in all, of which ${mean(own).toFixed(0)} MB the application`,
    )
    console.log(`  CPU of the machine  ${share.toFixed(1)} % of a core (whatever else runs included)`)
  } finally {
    await engine.close({ stopInstances: true })
    folder.remove()
  }
}

function start(engine: Engine, instanceId: string, image: Awaited<ReturnType<typeof appImage>>) {
  return engine.start({
    instanceId,
    deploymentId: 'dep_bench',
    app: 'acme/bench',
    version: '1.0.0',
    image,
    variables: {},
    stateApi: 'http://127.0.0.1:7072',
    plan: { cpu: 0.15, cpuCeiling: 1, memoryBytes: 128 * MEGABYTE },
    allowAddresses: [],
  })
}

async function healthy(engine: Engine, instanceId: string): Promise<void> {
  await until(instanceId, async () => {
    const address = (await engine.observe(instanceId))?.address
    return address != null && (await callInstance(address, '/health')).status === 200
  })
}

function mean(bytes: readonly number[]): number {
  return bytes.reduce((sum, one) => sum + one, 0) / bytes.length / MEGABYTE
}

async function run(): Promise<void> {
  await releaseToLive('sandbox')
  if (process.env.DOCKER_HOST !== undefined) await releaseToLive('docker')
  await idleApps()
}

export const suite: Suite = { name: 'applications', about: 'release to live, memory per idle app, 50 apps', run }
