import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@mkt/contract/client'
import { buildNodeImage, type Image, pullImage, pushImage, type Repository } from '@mkt/oci'
import { type DockerRegistry, startDockerRegistry } from '../harness/docker-registry.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import { inMemory, randomImage } from '../harness/image.ts'
import { freshDataDir, type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { cpuSeconds, memoryMb } from '../harness/process-tree.ts'
import type { Suite } from '../harness/suite.ts'

const MB = 1024 * 1024
const ROUNDS = 5

interface Figures {
  seconds: number[]
  cpu: number[]
}

async function timed(pid: number, into: Figures, work: () => Promise<unknown>): Promise<void> {
  const cpu = cpuSeconds(pid)
  const began = performance.now()
  await work()
  into.seconds.push((performance.now() - began) / 1000)
  into.cpu.push(cpuSeconds(pid) - cpu)
}

let listings = 0

/** A fresh repository, so that nothing pushed before is there. */
async function repositoryOf({ bootstrap }: RunningPlatform): Promise<Repository> {
  const { apiUrl, publisher } = bootstrap
  const credentials = { username: publisher.clientId, password: publisher.apiKey }
  const authorization = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`
  listings += 1
  const listing = await createClient({ baseUrl: apiUrl, authorization: () => authorization }).createListing({
    params: { org: publisher.organization.name },
    body: { appName: `bench${listings}`, title: 'Bench', variant: 'connected' },
  })
  return { registry: apiUrl, repository: listing.name, credentials }
}

function show(name: string, { seconds, cpu }: Figures): void {
  console.log(`  ${name.padEnd(28)} ${shownRange(rangeOf(seconds))} s · ${shownRange(rangeOf(cpu))} s CPU`)
}

async function pushAndPull(
  folder: string,
  image: Image,
  platform: RunningPlatform,
  baseline: DockerRegistry | undefined,
) {
  const empty = (): Figures => ({ seconds: [], cpu: [] })
  const ours = { push: empty(), again: empty(), pull: empty() }
  const theirs = { push: empty(), again: empty(), pull: empty() }
  for (let round = 0; round < ROUNDS; round += 1) {
    const sides: [typeof ours, Repository, number][] = [[ours, await repositoryOf(platform), platform.pid]]
    if (baseline) sides.push([theirs, { registry: baseline.origin, repository: `acme/bench${round}` }, baseline.pid])
    if (round % 2 === 1) sides.reverse()
    for (const [figures, to, pid] of sides) {
      await timed(pid, figures.push, () => pushImage(image, to, { tag: '1' }))
      await timed(pid, figures.again, () => pushImage(image, to, { tag: '1' }))
      const target = join(folder, 'pulled')
      await timed(pid, figures.pull, async () => (await pullImage(to, '1', target)).close())
      rmSync(target, { recursive: true })
    }
  }
  const titles = { push: 'Push', again: 'Second push, nothing to send', pull: 'Pull' }
  for (const [key, title] of Object.entries(titles) as [keyof typeof ours, string][]) {
    console.log(`\n${title} of a 200 MB image of 10 layers (${ROUNDS} rounds in turn)`)
    show('ours', ours[key])
    if (!baseline) {
      console.log('  docker-registry is not installed; nothing to compare with')
      continue
    }
    show('docker-registry', theirs[key])
    const time = ratios(ours[key].seconds, theirs[key].seconds)
    console.log(`  ours / baseline              time ${shownRange(time)}`)
  }
}

async function eightClients(image: Image, platform: RunningPlatform): Promise<void> {
  const before = memoryMb(platform.pid)
  const repositories: Repository[] = []
  for (let client = 0; client < 8; client += 1) repositories.push(await repositoryOf(platform))
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryMb(platform.pid))
  }, 100)
  const began = performance.now()
  await Promise.all(repositories.map((to) => pushImage(image, to, { tag: '1' })))
  clearInterval(watch)
  const seconds = (performance.now() - began) / 1000
  console.log('\nEight clients push 200 MB each at once')
  console.log(
    `  memory        ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most, all processes of the platform`,
  )
  console.log(`  throughput    ${((8 * 200) / seconds).toFixed(0)} MB/s`)
}

async function buildTimes(folder: string): Promise<void> {
  const dir = join(import.meta.dirname, '../../examples/minimal')
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const cacheDir = join(folder, `cache${round}`)
    for (const figures of [cold, warm]) {
      const began = performance.now()
      const image = await buildNodeImage({ dir, cacheDir })
      figures.push((performance.now() - began) / 1000)
      await image.close()
    }
  }
  console.log('\nBuild of an example application (3 rounds)')
  console.log(`  base layer made       ${shownRange(rangeOf(cold))} s`)
  console.log(`  base layer kept       ${shownRange(rangeOf(warm))} s`)
}

async function run(): Promise<void> {
  const folder = freshDataDir()
  const platform = await startPlatform(join(folder.path, 'platform'))
  const baseline = await startDockerRegistry(folder.path)
  try {
    const image = await inMemory(await randomImage(join(folder.path, 'image'), 10, 20 * MB))
    await pushAndPull(folder.path, image, platform, baseline)
    await eightClients(image, platform)
    await buildTimes(folder.path)
  } finally {
    await baseline?.stop()
    await platform.stop()
    folder.remove()
  }
}

export const suite: Suite = { name: 'images', about: 'push, pull and build of images; memory while pushing', run }
