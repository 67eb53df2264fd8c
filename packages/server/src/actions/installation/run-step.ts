import type { HookName } from '@mkt/manifest'
import { attendedMs } from '../../domain/deployment/health.ts'
import type { Step } from '../../domain/installation/lifecycle.ts'
import { hookSpan } from '../../domain/platform/spans.ts'
import { continueTrace } from '../../domain/platform/trace.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { newId } from '../../lib/ids.ts'
import { deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { healthyAddresses } from '../../store/deployment/instances.ts'
import { noteInstallSent } from '../../store/installation/installation-work.ts'
import type { Installation } from '../../store/installation/installations.ts'
import type { Platform } from '../platform/platform.ts'
import type { Advancing, LifeTools, StepResult } from './installation-life.ts'
import { noteInstallation } from './note-installation.ts'
import { sendHook } from './send-hook.ts'

const done: StepResult = { ok: true }

/** Does one step, once: a try that may be repeated is asked for again by `wait`. */
export async function runStep(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'vault' | 'spans' | 'keyRing' | 'addresses' | 'policy'>,
  tools: LifeTools,
  at: Advancing,
  step: Step,
  signal: AbortSignal,
): Promise<StepResult> {
  switch (step.kind) {
    case 'await':
    case 'switch':
      return awaitHealthy(platform, tools, at, step.releaseId)
    case 'hook':
      return tryHook(platform, tools, at, step, signal)
    case 'register':
      return tryRegistration(platform, tools, at, 'register')
    case 'unregister':
      return tryRegistration(platform, tools, at, 'unregister')
    case 'tell':
    case 'begin':
    case 'finish':
    case 'rest':
      return done
  }
}

function elapsedMs(platform: Pick<Platform, 'clock'>, { attendance }: LifeTools, { installation }: Advancing): number {
  return attendedMs(installation.stepSince ?? new Date(0), attendance.since, platform.clock.now())
}

async function awaitHealthy(
  platform: Pick<Platform, 'clock' | 'db'>,
  tools: LifeTools,
  at: Advancing,
  releaseId: string,
): Promise<StepResult> {
  const { times } = tools
  if ((await healthyAddresses(platform.db, releaseId)).length > 0) return done
  if (elapsedMs(platform, tools, at) < times.healthyMs) return { wait: { afterMs: times.waitEveryMs } }
  return { ok: false, reason: await sickReason(platform, releaseId, times.healthyMs) }
}

async function sickReason(platform: Pick<Platform, 'db'>, releaseId: string, limitMs: number): Promise<string> {
  const deployment = await deploymentOfRelease(platform.db, releaseId)
  const why = deployment?.reason ? ` ${deployment.reason}` : ''
  const seconds = Math.round(limitMs / 1000)
  return `The app did not become healthy within ${seconds} seconds.${why} Try again, or ask its publisher.`
}

async function tryHook(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'vault' | 'spans' | 'keyRing' | 'addresses' | 'policy'>,
  tools: LifeTools,
  at: Advancing,
  step: Extract<Step, { kind: 'hook' }>,
  signal: AbortSignal,
): Promise<StepResult> {
  const { client, times } = tools
  const { installation } = at
  const release = at.target?.id === step.releaseId ? at.target : at.release
  const waited = elapsedMs(platform, tools, at)
  const trace = continueTrace(undefined, hexOf(platform.random))
  const requestId = newId('req', platform.clock.now(), platform.random)
  const result = await sendHook(platform, client, {
    installation,
    hook: step.hook,
    release,
    previousVersion: step.previousReleaseId === undefined ? undefined : at.release.version,
    poll: installation.stepPoll,
    timeoutMs: times.hookMs,
    trace,
    requestId,
    signal,
    mayGo: () => mayGo(platform, installation, step.hook),
  })
  if (result.kind === 'done' || result.kind === 'failed') {
    const { status, durationMs } = result
    const { id: installationId, listingId } = installation
    const sent = { hook: step.hook, requestId, status, durationMs, failed: result.kind === 'failed' }
    platform.spans?.add(hookSpan(trace, { ...sent, installationId, listingId, at: platform.clock.now() }))
  }
  if (signal.aborted) return { wait: { afterMs: 0 } }
  const facts = { hook: step.hook, version: release.version, traceId: trace.traceId, requestId }
  switch (result.kind) {
    case 'unwanted':
      return { wait: { afterMs: 0 } }
    case 'done':
      await noteInstallation(platform, platform.db, installation.id, {
        kind: 'hook',
        message: `The "${step.hook}" hook answered ${result.status} after ${result.durationMs} ms.`,
        details: { ...facts, status: result.status, durationMs: result.durationMs },
      })
      return done
    case 'poll':
      return { wait: { afterMs: times.pollEveryMs, poll: result.path } }
    case 'busy': {
      if (waited < times.pollLimitMs) return { wait: { afterMs: times.pollEveryMs } }
      const minutes = Math.round(times.pollLimitMs / 60_000)
      const reason = `The "${step.hook}" hook of the app was still busy after ${minutes} minutes.`
      await noteInstallation(platform, platform.db, installation.id, {
        kind: 'hook',
        level: 'warning',
        message: reason,
        details: { ...facts, status: result.status, durationMs: waited },
      })
      return { ok: false, reason }
    }
    case 'nobody': {
      const expectsStart = step.hook !== 'stop' && step.hook !== 'configure'
      const limit = expectsStart ? times.healthyMs : times.presentMs
      if (waited < limit) return { wait: { afterMs: times.waitEveryMs } }
      return { ok: false, reason: await sickReason(platform, step.releaseId, limit) }
    }
    case 'failed': {
      const tries = installation.stepTries + 1
      await noteInstallation(platform, platform.db, installation.id, {
        kind: 'hook',
        level: 'warning',
        message: `${result.reason} (try ${tries} of ${times.tries}, after ${result.durationMs} ms)`,
        details: { ...facts, try: tries, status: result.status, durationMs: result.durationMs },
      })
      if (tries >= times.tries) return { ok: false, reason: result.reason }
      return { wait: { afterMs: times.betweenTriesMs, tries, poll: null } }
    }
  }
}

/** `uninstall` is sent only if `install` ever was, so that is noted when it goes out: not earlier, and not after. */
async function mayGo(
  platform: Pick<Platform, 'clock' | 'db'>,
  installation: Installation,
  hook: HookName,
): Promise<boolean> {
  if (hook !== 'install' || installation.installSentAt !== null) return true
  return noteInstallSent(platform.db, installation.id, installation.wish, platform.clock.now())
}

async function tryRegistration(
  platform: Pick<Platform, 'clock' | 'db' | 'random'>,
  tools: LifeTools,
  at: Advancing,
  what: 'register' | 'unregister',
): Promise<StepResult> {
  const { times } = tools
  const outcome = await tools[what](at.installation.id)
  if (outcome.kind === 'done') {
    const message = what === 'register' ? 'Registered in the tenant.' : 'Unregistered in the tenant.'
    await noteInstallation(platform, platform.db, at.installation.id, { kind: 'registration', message })
    return done
  }
  const { stepTries: leastLeft } = at.installation
  // A registration that gets on is no policy system out of reach: its time restarts whenever fewer steps are left than ever before.
  if (outcome.kind === 'unfinished' && (leastLeft === 0 || outcome.left < leastLeft))
    return { wait: { afterMs: times.registerEveryMs, tries: outcome.left, since: platform.clock.now() } }
  const limit = what === 'register' ? times.registerMs : times.unregisterMs
  if (outcome.kind !== 'refused' && elapsedMs(platform, tools, at) + times.registerEveryMs <= limit) {
    return { wait: { afterMs: times.registerEveryMs } }
  }
  await noteInstallation(platform, platform.db, at.installation.id, {
    kind: 'registration',
    level: 'warning',
    message:
      what === 'register' ? `Registering failed: ${outcome.reason}` : `Unregistering goes on later: ${outcome.reason}`,
  })
  return { ok: false, reason: outcome.reason }
}
