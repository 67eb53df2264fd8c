import type { CareDecision, DeploymentState } from '../../domain/deployment/deployment.ts'
import type { Instance, InstanceState } from '../../domain/deployment/instance.ts'
import { rolloutOutcome } from '../../domain/deployment/rollout.ts'
import { continueTrace } from '../../domain/platform/trace.ts'
import { rolloutSpan } from '../../domain/platform/work-spans.ts'
import { hexOf } from '../../lib/hex-source.ts'
import { newId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { SpanSink } from '../../lib/otlp/span.ts'
import { type DeploymentRow, lockDeployment, updateDeployment } from '../../store/deployment/deployments.ts'
import { type InstanceRow, insertInstance, updateInstance } from '../../store/deployment/instances.ts'
import { type Demand, releaseDemand } from '../../store/deployment/release-demand.ts'
import { lockListing } from '../../store/listing/listings.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import { failRollout, finishRollout } from './finish-rollout.ts'
import type { Runner } from './runner.ts'

/** Input of a supervision step. */
export interface CareView {
  deployment: DeploymentRow
  instances: InstanceRow[]
  demand: Demand
}

/** `stale`: the view is no longer true, so the step must be decided again. `lost`: another process cares for the deployment. */
export type Written = 'written' | 'same' | 'stale' | 'lost'

/** Writes a step of care in one transaction, what becomes of the release included. Writes nothing where nothing changed. */
export async function writeCare(
  platform: Changing & { log: Log; spans?: SpanSink | undefined },
  runner: Runner,
  before: CareView,
  decision: CareDecision,
  attendedSince: Date,
): Promise<Written> {
  const { deployment } = before
  const { times } = runner
  const now = platform.clock.now()
  const next = { ...deployment, ...decision.deployment }
  const moved = decision.instances.filter((instance, index) => differs(instance, before.instances[index]))
  const outcome = rolloutOutcome({ rollout: before.demand.rollout, deployment: next, attendedSince, times, now })
  const same = moved.length === 0 && decision.start === 0 && !deploymentDiffers(next, deployment)
  if (same && outcome.kind === 'waits') return 'same'
  const failed = moved.filter((instance) => hasFailed(instance, stateBefore(before, instance.id)))
  const written = await changeByPlatform<Written>(platform, async (unit) => {
    const { trx } = unit
    // A rollback locks the listing before the deployment; the same order here rules out a deadlock.
    if (outcome.kind !== 'waits') await lockListing(trx, deployment.listingId)
    const locked = await lockDeployment(trx, deployment.id)
    if (locked?.holder !== runner.holder) return unit.unchanged().with<Written>('lost')
    if (locked.state !== deployment.state || locked.generation !== deployment.generation)
      return unit.unchanged().with<Written>('stale')
    if (isLeaving(next.state) && (await releaseDemand(trx, deployment.releaseId)).needed)
      return unit.unchanged().with<Written>('stale')
    await updateDeployment(trx, next, failed.length, now)
    for (const instance of moved) await updateInstance(trx, instance)
    for (let count = 0; count < decision.start; count++) {
      const id = newId('inst', now, platform.random)
      const { id: deploymentId, generation } = deployment
      await insertInstance(trx, { id, deploymentId, generation, engine: runner.engine.name, now })
    }
    if (outcome.kind === 'live') await finishRollout(unit, next)
    if (outcome.kind === 'failed') await failRollout(unit, next, outcome.reason)
    return unit.changed('deployment', deployment.id).with<Written>('written')
  })
  if (written !== 'written') return written
  logFailures(platform.log, before.deployment, next, failed)
  if (outcome.kind !== 'waits') {
    const { listingId, releaseId, version, startingAt } = deployment
    const times = { startMs: startingAt.getTime(), endMs: now.getTime() }
    const facts = { listingId, releaseId, version, kind: before.demand.rollout?.kind ?? 'deploy' }
    const trace = continueTrace(undefined, hexOf(platform.random))
    platform.spans?.add(rolloutSpan(trace, { ...times, ...facts, failed: outcome.kind === 'failed' }))
  }
  return written
}

/** Publishers see failures on the release; operators find them here. */
function logFailures(log: Log, former: DeploymentRow, next: DeploymentRow, failed: CareDecision['instances']): void {
  const app = former.listingName
  for (const { id, exitReason } of failed)
    log.warn({ app, instance: id, reason: exitReason }, 'An instance of an application failed')
  if (next.state === former.state) return
  const facts = { app, version: former.version, deployment: former.id, reason: next.reason }
  if (next.state === 'SICK') log.warn(facts, 'An application has no healthy instance any more')
  if (next.state === 'FAILED') log.warn(facts, 'An application did not become healthy')
}

/** Whether a state says that nobody needs the deployment. */
function isLeaving(state: DeploymentState): boolean {
  return state === 'STOPPING' || state === 'STOPPED'
}

function differs(now: CareDecision['instances'][number], former: InstanceRow | undefined): boolean {
  return now.state !== former?.state || now.address !== former.address || now.exitReason !== former.exitReason
}

/** Each end of a container that nobody asked for counts once: it ended, turned sick and is stopped for it, or is gone and gets a successor. */
function hasFailed({ state }: Instance, former: InstanceState | undefined): boolean {
  if (former === 'HEALTHY' && state === 'STARTING') return true
  return (former === 'STARTING' || former === 'HEALTHY') && (state === 'STOPPED' || state === 'SICK')
}

function stateBefore({ instances }: CareView, id: string): InstanceState | undefined {
  return instances.find((instance) => instance.id === id)?.state
}

function deploymentDiffers(now: DeploymentRow, former: DeploymentRow): boolean {
  return (
    now.state !== former.state ||
    now.crashes !== former.crashes ||
    now.reason !== former.reason ||
    now.startingAt.getTime() !== former.startingAt.getTime() ||
    now.idleSince?.getTime() !== former.idleSince?.getTime() ||
    now.nextStartAt?.getTime() !== former.nextStartAt?.getTime()
  )
}
