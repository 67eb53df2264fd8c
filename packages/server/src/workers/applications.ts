import { join } from 'node:path'
import { type EngineName, type Isolation, isIsolated, type OpenOptions, openEngine } from '@mkt/engines'
import { followEgress } from '../actions/deployment/follow-egress.ts'
import { createTelemetryForwarder } from '../actions/deployment/forward-telemetry.ts'
import { renewInstances } from '../actions/deployment/renew-instances.ts'
import type { Runner } from '../actions/deployment/runner.ts'
import { stayAtHome } from '../actions/deployment/stay-at-home.ts'
import { releaseImage } from '../actions/image/release-image.ts'
import { createOutputMasks } from '../actions/installation/output-mask.ts'
import type { Platform } from '../actions/platform/platform.ts'
import { platformSecret } from '../actions/platform/platform-secret.ts'
import { engineNotes, engineProblems } from '../domain/deployment/engine-problems.ts'
import { careTimes } from '../domain/deployment/health.ts'
import { newId } from '../lib/ids.ts'
import { probeHealth } from '../outbound/app/check-health.ts'
import { transaction } from '../store/database/transaction.ts'
import { setEngineFact } from '../store/deployment/engine-facts.ts'
import { addEnginePlace } from '../store/deployment/engine-places.ts'
import { markAllStopped } from '../store/deployment/instances.ts'
import { forgetEngineHome } from '../store/platform/engine-homes.ts'
import { platformScope } from '../store/platform/platform-scope.ts'
import { startRollout } from './rollout.ts'
import { startShadows } from './shadows.ts'
import { followTenants } from './shown-loopback.ts'
import { startTrials } from './trials.ts'

export interface ApplicationsOptions {
  engine: EngineName | undefined
  dockerHost: string | undefined
  kubernetes: OpenOptions['kubernetes']
  /** Whether the cgroup that the platform runs in was delegated to it. */
  delegated: boolean
  /** Run although a part of the isolation is missing: the operator said so, or it is a demo on loopback. */
  trusted: boolean
  /** Whether applications end with the platform: on a laptop, where nobody else looks after them. */
  endWithPlatform: boolean
}

export interface Applications {
  /** For `/readyz`, console and log: which engine, which parts of its isolation are missing, and what else is wrong. */
  report: { engine: EngineName; problems: readonly string[] } & Isolation
  /** Why nothing may be run, or null. */
  refusal: string | null
  /** Problems that keep applications from working, a sentence each. */
  problems: readonly string[]
  /** Fails where the engine does not answer. */
  probe(): Promise<unknown>
  /** With `replaced` another process goes on at once, and what runs is left to it. */
  stop(options?: { replaced: boolean }): Promise<void>
}

/** Long enough for a restart of the platform, short enough that a killed laptop start leaves nothing behind. */
const LAPTOP_LEASE_MS = 60_000

/** Opens the engine and begins to care for deployments. */
export async function startApplications(platform: Platform, options: ApplicationsOptions): Promise<Applications> {
  const { log } = platform
  const folder = join(platform.policy.dataDir, 'sandbox')
  const engine = await openEngine({
    engine: options.engine,
    scope: await platformScope(platform.db, platform.random.bytes(8).toString('hex')),
    dockerHost: options.dockerHost,
    kubernetes: options.kubernetes,
    folder,
    delegated: options.delegated,
    outputKey: await platformSecret(platform, 'output'),
    ...(options.endWithPlatform ? { leaseMs: LAPTOP_LEASE_MS } : {}),
  })
  const away = Promise.withResolvers<string>()
  const home = await stayAtHome(platform, { engine: engine.name, dockerHost: options.dockerHost, folder }, (error) =>
    away.resolve(error.message),
  ).catch(async (error: unknown) => {
    await engine.close({ stopInstances: false })
    throw error
  })
  const place = { engine: engine.name, dockerHost: engine.name === 'docker' ? (options.dockerHost ?? null) : null }
  await addEnginePlace(platform.db, place, platform.clock.now())
  const reach = { engine: engine.name, ...platform.addresses }
  const problems = engineProblems(reach)
  const known = await engine.isolation()
  const isolation = { ...known, notes: [...known.notes, ...engineNotes(reach)] }
  const reasons = isolation.missing.map((part) => part.reason)
  for (const reason of reasons)
    log.warn({ engine: engine.name, reason }, 'a part of the isolation of applications is missing')
  for (const problem of problems) log.warn({ engine: engine.name }, problem)
  if (isolation.egress !== undefined && platform.policy.egress === 'enforce')
    log.warn({ engine: engine.name, reason: isolation.egress }, 'where applications send data cannot be enforced')
  for (const note of isolation.notes) log.info({ engine: engine.name }, note)
  const refused = !isIsolated(isolation) && !options.trusted
  const refusal = refused
    ? `This engine cannot isolate applications (engine_not_isolated): ${reasons.join('; ')}.`
    : null
  await setEngineFact(platform.db, { engine: engine.name, ...isolation, problems, refusal }, platform.clock.now())
  const telemetry = createTelemetryForwarder(platform)
  const runner: Runner = {
    engine,
    probeHealth,
    times: careTimes,
    holder: newId('wrk', platform.clock.now(), platform.random),
    refusal,
    imageOf: (release) => releaseImage(platform, release),
    outputMask: createOutputMasks(platform),
    telemetry,
  }
  const hasOutlets = engine.name === 'kubernetes' && isolation.egress === undefined
  const renewed = await renewInstances(platform, { hasOutlets })
  if (renewed > 0)
    log.info({ deployments: renewed }, 'Applications are restarted: the platform has other addresses or rules now')
  const endFollowing = await followTenants(platform, engine)
  const egress = followEgress(platform, engine)
  const rollout = startRollout(platform, runner)
  const trials = startTrials(platform, runner)
  const shadows = startShadows(platform, runner)
  async function end(stopInstances: boolean): Promise<void> {
    endFollowing()
    await egress.stop()
    await shadows.stop()
    await trials.stop()
    await rollout.stop()
    await telemetry.stop()
    await engine.close({ stopInstances })
  }
  let gone: string | undefined
  let left: Promise<void> | undefined
  away.promise
    .then(async (why) => {
      gone = why
      log.error({ engine: engine.name }, why)
      // What ran here was started in another place.
      left = end(true)
      await left
    })
    .catch((error: unknown) => log.error({ err: error }, 'Applications that run elsewhere now could not be ended'))
  return {
    report: { engine: engine.name, ...isolation, problems },
    refusal,
    problems,
    async probe() {
      if (gone !== undefined) throw new Error(gone)
      return engine.list()
    },
    async stop({ replaced } = { replaced: false }) {
      await home.stop()
      if (left !== undefined) return left
      const endInstances = options.endWithPlatform && !replaced
      await end(endInstances)
      if (endInstances) {
        await transaction(platform.db, (trx) => markAllStopped(trx, platform.clock.now()))
        // Nothing runs here any more, so the next start may choose another engine.
        await forgetEngineHome(platform.db)
      }
    },
  }
}
