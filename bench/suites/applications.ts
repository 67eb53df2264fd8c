import { spawn } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@mkt/engines'
import { presentDaemon, privateDaemon } from '../../scripts/test/docker-daemon.ts'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { freshDataDir, type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { machineCpuSeconds, memoryMb, processesNaming } from '../harness/process-tree.ts'
import { publisherOf } from '../harness/publisher.ts'
import type { Suite } from '../harness/suite.ts'

const ROUNDS = 3
const { BENCH_APPS = '50', BENCH_ENGINES = 'sandbox,docker,kubernetes', KUBECONFIG, BENCH_CLUSTER_HOST } = process.env
const APPS = Number(BENCH_APPS)
/** So many that look more often are more requests than a key may send in a minute. */
const LOOK_MS = 1000
const REST_MS = 10_000
const ALONE = 10

/** A platform on an engine, in a folder of its own, for as long as `measure` takes. */
async function withPlatform(
  env: Record<string, string>,
  measure: (platform: RunningPlatform) => Promise<void>,
): Promise<void> {
  const folder = freshDataDir()
  try {
    const platform = await startPlatform(folder.path, env)
    try {
      await measure(platform)
    } finally {
      await platform.stop()
    }
  } finally {
    folder.remove()
  }
}

/** From the release's creation to its state LIVE. The first release brings the base layer to the engine. */
async function releaseToLive(platform: RunningPlatform, engine: string): Promise<void> {
  const publisher = publisherOf(platform)
  const listing = await publisher.list('bench')
  const seconds: number[] = []
  for (let minor = 0; minor <= ROUNDS; minor += 1) {
    seconds.push(await publisher.release(listing, await publisher.push('bench', `1.${minor}.0`)))
  }
  const [first = Number.NaN, ...later] = seconds
  console.log(`\nRelease to live, ${engine}`)
  console.log(`  the very first      ${first.toFixed(2)} s`)
  console.log(`  ${ROUNDS} more releases     ${shownRange(rangeOf(later))} s`)
}

/** Many applications on one machine: what each costs, everything that keeps it included. */
async function manyApps(platform: RunningPlatform, engine: string): Promise<void> {
  const publisher = publisherOf(platform)
  const names = Array.from({ length: APPS }, (_, index) => `app-${index}`)
  const prepared: { listing: string; pushed: Awaited<ReturnType<typeof publisher.push>> }[] = []
  for (const name of names) {
    prepared.push({ listing: await publisher.list(name), pushed: await publisher.push(name, '1.0.0') })
  }
  // Keepers are nobody's children, but name the folder of the platform; of daemons that nothing names everything below process 1 is counted.
  const memory = () => memoryMb(engine === 'sandbox' ? processesNaming(platform.dataDir) : 1)
  const before = memory()
  const began = performance.now()
  const seconds = await Promise.all(prepared.map(({ listing, pushed }) => publisher.release(listing, pushed, LOOK_MS)))
  const all = (performance.now() - began) / 1000
  const each = (memory() - before) / APPS
  const cpu = machineCpuSeconds()
  await new Promise((resolve) => setTimeout(resolve, REST_MS))
  const share = ((machineCpuSeconds() - cpu) / (REST_MS / 1000)) * 100
  console.log(`\n${APPS} idle applications, ${engine}`)
  console.log(`  all live after      ${all.toFixed(1)} s (each ${shownRange(rangeOf(seconds), 1)} s)`)
  console.log(
    `  memory each         ${each.toFixed(1)} MB, what keeps it included; the program alone ${(await programAlone()).toFixed(1)} MB`,
  )
  console.log(`  CPU of all at rest  ${share.toFixed(1)} % of a core, whatever else runs included`)
}

/** The same program without an engine, one of several that share what they can. */
async function programAlone(): Promise<number> {
  const file = join(import.meta.dirname, '../../examples/minimal/src/main.ts')
  const ports = await Promise.all(Array.from({ length: ALONE }, () => freePort()))
  const programs = ports.map((port) =>
    spawn(process.execPath, [file], { stdio: 'ignore', env: { ...process.env, MKT_PORT: String(port) } }),
  )
  try {
    for (const [at, port] of ports.entries())
      while (!(await listens(port))) {
        if (programs[at]?.exitCode !== null) throw new Error('The program alone ended at its start.')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    return memoryMb(programs.flatMap(({ pid }) => pid ?? [])) / ALONE
  } finally {
    for (const program of programs) program.kill('SIGKILL')
  }
}

const listens = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

async function onDocker(): Promise<void> {
  const daemon = (await presentDaemon()) ?? (await privateDaemon())
  if (typeof daemon === 'string') {
    console.log(`\nRelease to live, docker: not measured, ${daemon}`)
    return
  }
  try {
    const env = { MKT_ENGINE: 'docker', DOCKER_HOST: daemon.host }
    await withPlatform(env, (platform) => releaseToLive(platform, 'docker'))
    await withPlatform(env, (platform) => manyApps(platform, 'docker'))
  } finally {
    await daemon.stop()
  }
}

/** Pods reach this machine at an address of its own, and pull from there: the cluster must allow plain HTTP to it. */
async function onKubernetes(): Promise<void> {
  if (KUBECONFIG === undefined) {
    console.log('\nRelease to live, kubernetes: not measured, set KUBECONFIG')
    return
  }
  const host = BENCH_CLUSTER_HOST ?? networkInterfaces().docker0?.[0]?.address ?? '127.0.0.1'
  const [api, state] = [await freePort(), await freePort()]
  const env = {
    MKT_ENGINE: 'kubernetes',
    MKT_BIND: '0.0.0.0',
    MKT_API_PORT: String(api),
    MKT_STATE_PORT: String(state),
    MKT_PUBLIC_URL: `http://${host}:${api}`,
    MKT_STATE_URL: `http://${host}:${state}`,
  }
  await withPlatform(env, (platform) => releaseToLive(platform, 'kubernetes'))
}

async function onSandbox(): Promise<void> {
  const env = { MKT_ENGINE: 'sandbox' }
  await withPlatform(env, (platform) => releaseToLive(platform, 'sandbox'))
  await withPlatform(env, (platform) => manyApps(platform, 'sandbox'))
}

async function run(): Promise<void> {
  const engines: Record<string, () => Promise<void>> = {
    sandbox: onSandbox,
    docker: onDocker,
    kubernetes: onKubernetes,
  }
  for (const name of BENCH_ENGINES.split(',')) await engines[name]?.()
}

export const suite: Suite = { name: 'applications', about: 'release to live per engine, memory per app, 50 apps', run }
