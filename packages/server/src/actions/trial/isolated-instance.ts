import { setTimeout as pause } from 'node:timers/promises'
import { containerVariables } from '../../domain/deployment/telemetry-target.ts'
import type { AppTarget } from '../../outbound/app/app-client.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'
import type { Release } from '../../store/release/releases.ts'
import { planOf } from '../deployment/plan-of.ts'
import { bareAddresses } from '../deployment/reachable-addresses.ts'
import type { Runner } from '../deployment/runner.ts'
import { openVariables } from '../listing/open-variables.ts'
import { admitImage } from '../material/admit-image.ts'
import type { Platform } from '../platform/platform.ts'
import { isolatedEgress, type OpenedEgress, readsTenant } from './isolated-egress.ts'

/** A container that serves a trial or a shadow alone: no other customer's request reaches it, and it reaches nobody's data. */
export interface IsolatedInstance extends AppTarget {
  /** Whether it reaches hosts outside. */
  egress: 'closed' | 'open'
  stop(): Promise<void>
}

export class NotHealthyError extends Error {
  override name = 'NotHealthyError'
}

export interface IsolatedOptions {
  instanceId: string
  /** Lets it reach what its release declares. Closed otherwise, where the engine can close it. */
  opened?: OpenedEgress | null
  signal: AbortSignal
}

/** Starts a container of a release beside its deployment and waits until it is healthy. The same id finds it again. */
export async function startIsolated(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'log' | 'vault'>,
  runner: Runner,
  release: Release,
  { instanceId, opened = null, signal }: IsolatedOptions,
): Promise<IsolatedInstance> {
  const refusal = runner.refusal ?? (await admitImage(platform, release))
  if (refusal !== null) throw new NotHealthyError(`Release ${release.version} could not be started: ${refusal}`)
  const egress = opened === null && (await canClose(platform, runner)) ? 'closed' : 'open'
  const stop = async () => {
    await runner.engine.stop(instanceId, { graceMs: runner.times.stopGraceMs })
    await runner.engine.forget(instanceId)
  }
  try {
    await runner.engine.start({
      instanceId,
      deploymentId: instanceId,
      app: release.listingName,
      version: release.version,
      image: await runner.imageOf(release),
      variables: containerVariables(await openVariables(platform, release)),
      stateApi: platform.addresses.stateUrl,
      isolated: true,
      plan: planOf(release),
      // None of the private addresses that live applications may reach, except for the relay.
      allowAddresses: readsTenant(platform, release) ? bareAddresses(platform.addresses.relayUrl) : [],
      egress: isolatedEgress(platform, release, opened),
    })
    return { id: instanceId, egress, address: await healthyAddress(runner, release, instanceId, signal), stop }
  } catch (error) {
    await stop().catch((failure: unknown) =>
      platform.log.warn({ err: failure, instanceId }, 'A container of a trial could not be removed'),
    )
    throw error
  }
}

async function canClose({ db }: Pick<Platform, 'db'>, { engine }: Runner): Promise<boolean> {
  return engine.applyEgress !== undefined && (await engineFact(db))?.egress === undefined
}

async function healthyAddress(
  { engine, times, probeHealth }: Runner,
  { version }: Release,
  instanceId: string,
  signal: AbortSignal,
): Promise<string> {
  let saw = 'nothing of it was seen'
  const end = performance.now() + times.startLimitMs
  while (performance.now() < end) {
    signal.throwIfAborted()
    const observation = await engine.observe(instanceId)
    if (observation?.status === 'stopped')
      throw new NotHealthyError(`Release ${version} ended at once: ${observation.exit?.reason ?? 'it did not say why'}`)
    if (observation?.address) {
      const health = await probeHealth(observation.address, times.probeTimeoutMs)
      if (health.well) return observation.address
      saw = health.saw
    }
    await pause(times.probeStartingMs, undefined, { signal })
  }
  throw new NotHealthyError(
    `Release ${version} did not become healthy within ${times.startLimitMs / 1000} s in a trial: ${saw}.`,
  )
}
