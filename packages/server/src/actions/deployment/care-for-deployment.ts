import { carePause } from '../../domain/deployment/care-pause.ts'
import { decideCare } from '../../domain/deployment/deployment.ts'
import { isProbeDue, judgeInstance, mustStop, type Probe, type Sight } from '../../domain/deployment/instance.ts'
import { sightOf } from '../../domain/deployment/sight.ts'
import { createAttendance } from '../../lib/schedule/attendance.ts'
import { forgetInstance, type InstanceRow } from '../../store/deployment/instances.ts'
import type { Changing } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { createCareViews } from './care-views.ts'
import { createInstanceMoves } from './instance-moves.ts'
import { createEgressRecorder } from './record-egress.ts'
import { createFigureRecorder } from './record-figures.ts'
import { createPullRenewals } from './renew-pull-credentials.ts'
import type { Runner } from './runner.ts'
import { startInstance } from './start-instance.ts'
import { createOutputIntake } from './take-in-output.ts'
import { type CareView, writeCare } from './write-care.ts'

export interface Care {
  /** One step: look, decide, write, act. Resolves to the pause before the next one, or null when there is nothing to care for. */
  step(): Promise<number | null>
  /** Something changed: the next step reads everything again. */
  refresh(): void
  /** A release changed, or what is installed of any of them. */
  referenceChanged(releaseId?: string): void
}

/**
 * The care for one deployment by the process that holds its lease. Every step may be the last: a process that is killed
 * leaves rows that say what is wanted, an engine that says what is there, and the next one goes on from both.
 */
export function careForDeployment(
  platform: Changing & Pick<Platform, 'vault' | 'log' | 'metrics' | 'spans' | 'addresses' | 'policy'>,
  runner: Runner,
  deploymentId: string,
): Care {
  const { db, clock, log } = platform
  const { engine, times } = runner
  const views = createCareViews(platform, deploymentId)
  const moves = createInstanceMoves(log, engine, (deployment, id) => startInstance(platform, runner, deployment, id))
  const figures = createFigureRecorder(platform, runner)
  const egress = createEgressRecorder(platform, runner)
  const output = createOutputIntake(platform, runner)
  const pullCredentials = createPullRenewals(platform, runner)
  const attendance = createAttendance(clock)

  async function look(instance: InstanceRow): Promise<{ sight: Sight; judged: InstanceRow }> {
    const sight = sightOf(await engine.observe(instance.id), moves.known(instance.id))
    const address = sight.status === 'running' ? sight.address : null
    const due = address !== null && isProbeDue(instance, times, clock.now())
    const health = due ? await runner.probeHealth(address, times.probeTimeoutMs) : undefined
    const probe: Probe = health === undefined ? 'none' : health.well ? 'well' : 'missed'
    const lastMiss = health?.well === false ? health.saw : instance.lastMiss
    const seen = { ...instance, lastMiss }
    const judged = judgeInstance(seen, sight, probe, times, clock.now(), attendance.since)
    return { sight, judged: { ...seen, ...judged } }
  }

  async function act(current: CareView, sights: Map<string, Sight>, abandon: boolean): Promise<void> {
    const { deployment } = current
    for (const instance of current.instances) {
      instance.logCursor = await output.take(deployment, instance)
      const isAbsent = sights.get(instance.id)?.status === 'absent' && !moves.known(instance.id).isStarting
      if (instance.state === 'STOPPED') {
        await egress.record(deploymentId, [instance], true)
        await engine.forget(instance.id)
        await forgetInstance(db, instance.id)
        moves.forget(instance.id)
        views.refresh()
      } else if (abandon) moves.stop(instance.id, 0)
      else if (mustStop(instance, times, clock.now())) moves.stop(instance.id, times.stopGraceMs)
      else if (instance.state === 'STARTING' && isAbsent) moves.start(deployment, instance.id)
    }
  }

  return {
    refresh: views.refresh,
    referenceChanged: views.referenceChanged,
    async step() {
      const before = await views.read()
      if (before === undefined) return null
      const looks = await Promise.all(before.instances.map(look))
      const after = looks.map(({ judged }) => judged)
      const sights = new Map(looks.map(({ sight, judged }) => [judged.id, sight]))
      const now = clock.now()
      // The last output of an ended instance belongs into the reason of a failure, so it is taken in first.
      const ended = after.filter(
        (instance, index) => instance.state === 'STOPPED' && before.instances[index]?.state !== 'STOPPED',
      )
      for (const instance of ended) instance.logCursor = await output.take(before.deployment, instance)
      const { deployment, demand } = before
      const decision = decideCare({
        deployment,
        before: before.instances,
        after,
        needed: demand.needed,
        attendedSince: attendance.since,
        times,
        now,
      })
      const written = await writeCare(platform, runner, before, decision, attendance.since)
      attendance.mark()
      if (written === 'lost') return null
      if (written !== 'same') views.refresh()
      if (written === 'stale') return 0
      const instances = decision.instances.map((instance, index) => ({ ...(after[index] as InstanceRow), ...instance }))
      const current = { ...before, deployment: { ...deployment, ...decision.deployment }, instances }
      views.keep(current)
      pullCredentials.renew(current.deployment, instances)
      await act(current, sights, decision.abandon)
      await figures.record(current.deployment, instances)
      await egress.record(deploymentId, instances)
      return carePause({ ...decision, deployment: current.deployment, instances }, times, now)
    },
  }
}
