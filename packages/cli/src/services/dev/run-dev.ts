import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { guarded } from '@mkt/engines'
import { hookOf as declaredHook, type HookName, type Manifest, parseManifest } from '@mkt/manifest'
import { startLine } from '../app/app-language.ts'
import { firingsOf, hookOf } from '../event/sample-payloads.ts'
import type { DevImage } from './app-image.ts'
import { startApp } from './app-process.ts'
import { createAppCaller } from './call-app.ts'
import { CallLog, type DevCall } from './call-log.ts'
import { devConfigurationProblems, ensureDevConfiguration, readDevConfiguration, stateOf } from './dev-configuration.ts'
import { devEgress } from './dev-egress.ts'
import { serveDevGateway } from './dev-gateway.ts'
import { createDevGuard } from './dev-guard.ts'
import { serveDevState } from './dev-state.ts'
import { startDevTenant } from './dev-tenant.ts'
import { type DevTunnel, type DevTunnelOptions, openDevTunnel } from './dev-tunnel.ts'
import { keepApp, tellHealth } from './keep-app.ts'
import type { Listening } from './listen.ts'
import { missingParts } from './missing-parts.ts'
import { printCall } from './print-call.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { registerIntegrations } from './register-integrations.ts'
import { createStartWrites } from './start-writes.ts'
import { watchFolder } from './watch-folder.ts'

export interface DevOptions {
  dir: string
  /** Shell command that starts the application, where package.json does not say. */
  command?: string
  /** Port of the dev gateway and its page; 0 means any free one. */
  port: number
  /** Port of the application itself; any free one unless given. */
  appPort?: number
  /** Runs a built image instead of the sources, which are then not watched. */
  image?: DevImage
  /** Ends an application that is still starting: somebody had enough before it was healthy. */
  signal?: AbortSignal
  /** Lets the application reach what it does not declare. */
  openEgress?: boolean
  /** A file of names and their addresses, for tests. */
  names?: string
  /** Recorded requests to send once it is healthy. */
  replays?: readonly RecordedRequest[]
  /** Brings the traffic of a test installation here. */
  tunnel?: Pick<DevTunnelOptions, 'client' | 'installationId'>
  print: (line: string) => void
}

export interface Dev {
  readonly url: string
  /** How many calls are recorded. */
  calls(): number
  close(): Promise<void>
}

/**
 * Runs an application from its sources against a small platform and a simulated tenant, restarts it on change, and shows
 * every request. Needs no account and no Docker; with a tunnel it also answers for a test installation of the platform.
 */
export async function runDev(options: DevOptions): Promise<Dev> {
  const { dir, print } = options
  let manifest = readManifest(dir, print, options.image?.manifest)
  const variant = manifest.targetPlatform ?? 'connected'
  const command = options.image === undefined ? await chosenCommand(options) : ''
  const tenant = await startDevTenant(variant)
  const file = join(dir, '.mkt', 'dev.json')
  for (const line of ensureDevConfiguration(file, manifest, await tenant.places())) print(`mapping: ${line}`)
  const sayProblems = () => {
    for (const line of devConfigurationProblems(file, manifest, variant)) print(`${file}: ${line}`)
  }
  sayProblems()
  let tunnel: DevTunnel | undefined
  const state = await serveDevState(
    () => stateOf(manifest, variant, readDevConfiguration(file)),
    tenant,
    (what) => print(`state read: ${what}`),
    async (target, etag) => tunnel?.state(target, etag),
  )
  const log = new CallLog(join(dir, '.mkt', 'dev-calls.jsonl'))
  const complain = (error: unknown) => print(`mkt dev: ${error instanceof Error ? error.message : String(error)}`)
  const show = (call: DevCall) => {
    for (const line of printCall(call)) print(line)
  }
  log.on('call', guarded(complain, show))

  const output = (line: string) => print(`app: ${line}`)
  const devGuard = createDevGuard(print, { open: options.openEgress, names: options.names })
  const rules = () =>
    devEgress(manifest, readDevConfiguration(file).settings, [tenant.apiUrl, ...(tunnel?.policySystems ?? [])])
  const startSources = async () => {
    const guard = await devGuard.of(manifest)
    const egress = guard === undefined ? undefined : { guard, rules }
    return startApp({ dir, command, port: options.appPort, stateApi: state.url, output, egress })
  }
  const start = () =>
    options.image?.start(
      { stateApi: state.url, allowAddresses: [new URL(tenant.apiUrl).host], egress: rules() },
      output,
    ) ?? startSources()
  const app = keepApp(start, print)
  options.signal?.addEventListener(
    'abort',
    guarded(complain, () => app.stop()),
  )
  // Requests that come while the application restarts wait for it.
  const caller = createAppCaller({ manifest: () => manifest, appUrl: app.url, state, tenant, log })
  const gateway: Listening = await serveDevGateway({
    port: options.port,
    caller,
    log,
    firings: () => firingsOf(manifest, variant, `${gateway.url}`),
    facts: () => ({
      name: manifest.name,
      version: manifest.version,
      variant,
      tenant: tenant.name,
      policySystem: tenant.apiUrl,
      configuration: file,
    }),
  }).catch(async (error: unknown) => {
    // Its port is taken, most likely. What runs already must not outlive us.
    await Promise.allSettled([app.stop().then(() => devGuard.close()), state.close(), tenant.stop()])
    throw error
  })
  await registerIntegrations(tenant, manifest, variant, gateway.url)

  const fireHook = async (hook: HookName) => {
    const declared = declaredHook(manifest, hook)
    if (!declared) return
    const { method, path, payload } = hookOf(hook, declared.path, gateway.url)
    await caller.call({ method, path, body: payload === null ? '' : JSON.stringify(payload) })
  }

  /** One change after another; a restart that is in progress is finished first. */
  let changing = Promise.resolve()
  const restart = async (paths: string[]) => {
    print(`changed: ${paths.join(', ')}; restarting`)
    const healthy = await app.restart(async () => {
      if (!paths.some((path) => basename(path) === 'platform-app.json')) return
      manifest = readManifest(dir, print, undefined, manifest)
      await registerIntegrations(tenant, manifest, variant, gateway.url)
      sayProblems()
    })
    print(tellHealth(healthy))
  }
  const writes = createStartWrites()
  const waiting = new Set<string>()
  const changed = (paths: string[]) => {
    const isQueued = waiting.size > 0
    for (const path of paths) waiting.add(path)
    if (isQueued) return
    // A start that writes files itself is not cut short by them.
    changing = changing
      .then(() => app.healthy().catch(() => false))
      .then(() => restart(takeAll(waiting)))
      .catch((error: unknown) => print(String(error)))
  }
  const unwatch = options.image ? () => {} : watchFolder(dir, changed, (path) => writes.isEdit(path, app.starting()))

  print(`${manifest.name} ${manifest.version}: page ${gateway.url}/_dev/, requests ${gateway.url}/<path>`)
  print(`settings and mappings: ${file}; simulated tenant: ${tenant.apiUrl}/`)
  if (await app.healthy()) {
    print(`healthy at ${await app.url()}`)
    await fireHook('install')
    await fireHook('start')
    for (const { outcome, ...request } of options.replays ?? []) {
      const { call } = await caller.call(request)
      print(
        `${request.replayOf}: ${outcome} when it was recorded, ${call.status === 0 ? 'no answer' : call.status} now`,
      )
    }
  } else print('not healthy: see the lines above; it is started again when a file changes')

  const close = async () => {
    await tunnel?.close()
    unwatch()
    await app.stop()
    await changing
    await devGuard.close()
    await Promise.all([gateway.close(), state.close(), tenant.stop()])
  }
  if (options.tunnel !== undefined)
    tunnel = await openDevTunnel({ ...options.tunnel, caller, print }).catch(async (error: unknown) => {
      await close()
      throw error
    })
  return {
    url: gateway.url,
    calls: () => log.list().length,
    close,
  }
}

function takeAll(paths: Set<string>): string[] {
  const taken = [...paths]
  paths.clear()
  return taken
}

/** The command that starts the application, told with what it lacks. */
async function chosenCommand({ dir, command, print }: DevOptions): Promise<string> {
  if (command !== undefined) {
    print(`starts: ${command} (--command)`)
    return command
  }
  const { line, origin, imageProblem } = await startLine(dir)
  print(`starts: ${line} (${origin})`)
  if (imageProblem !== undefined) print(`note: mkt build would refuse this: ${imageProblem}`)
  for (const missing of await missingParts(dir)) print(`missing: ${missing}`)
  return line
}

/** A manifest with problems is shown and, while developing, the last good one kept. */
function readManifest(dir: string, print: (line: string) => void, text?: string, last?: Manifest): Manifest {
  const { manifest, problems } = parseManifest(text ?? readFileSync(join(dir, 'platform-app.json')))
  for (const { line, column, message, rule } of problems) {
    print(`platform-app.json:${line}:${column} ${message} (${rule})`)
  }
  const usable = problems.length === 0 ? manifest : (last ?? undefined)
  if (usable) return usable
  throw new Error('platform-app.json has problems: fix them first')
}
