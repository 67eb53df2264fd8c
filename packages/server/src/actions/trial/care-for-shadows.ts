import { withPrefix } from '../../lib/ids.ts'
import { releaseById } from '../../store/release/releases.ts'
import {
  installationsShadowedBy,
  leaseShadow,
  removeShadow,
  setShadowAddress,
  shadowedReleases,
  unwantedShadows,
} from '../../store/trial/shadows.ts'
import type { Runner } from '../deployment/runner.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { NotHealthyError, startIsolated } from './isolated-instance.ts'

const LEASE_MS = 180_000

/**
 * Sees to it that every release that is somebody's shadow has a container of its own, isolated like one of a trial, and that no
 * other has. Invariant: one worker cares for a shadow; when it dies, another finds the container by its id.
 */
export async function careForShadows(
  platform: Changing & Pick<Platform, 'addresses' | 'log' | 'vault'>,
  runner: Runner,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = platform
  const wanted = await shadowedReleases(db)
  for (const releaseId of wanted) {
    const now = clock.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const lease = { releaseId, instanceId: withPrefix('shd', releaseId), owner: runner.holder, now, until }
    const shadow = await leaseShadow(db, lease)
    if (shadow) await care(platform, runner, shadow, signal)
  }
  for (const { releaseId, instanceId } of await unwantedShadows(db, wanted, runner.holder, clock.now())) {
    await runner.engine.stop(instanceId, { graceMs: runner.times.stopGraceMs })
    await runner.engine.forget(instanceId)
    await removeShadow(db, releaseId)
  }
}

async function care(
  platform: Changing & Pick<Platform, 'addresses' | 'log' | 'vault'>,
  runner: Runner,
  { releaseId, instanceId, address }: { releaseId: string; instanceId: string; address: string | null },
  signal: AbortSignal,
): Promise<void> {
  const seen = address === null ? null : await runner.engine.observe(instanceId)
  if (address !== null && seen?.status === 'running' && seen.address === address) return
  const release = await releaseById(platform.db, releaseId)
  if (!release) return
  if (seen?.status === 'stopped') await runner.engine.forget(instanceId)
  try {
    const started = await startIsolated(platform, runner, release, { instanceId, signal })
    await show(platform, releaseId, { address: started.address, failure: null })
  } catch (error) {
    if (!(error instanceof NotHealthyError)) throw error
    await show(platform, releaseId, { address: null, failure: error.message })
  }
}

async function show(
  platform: Changing,
  releaseId: string,
  state: { address: string | null; failure: string | null },
): Promise<void> {
  await changeByPlatform(platform, async (unit) => {
    await setShadowAddress(unit.trx, releaseId, state)
    return unit.changed('installation', ...(await installationsShadowedBy(unit.trx, releaseId)))
  })
}
