import { reasonText } from '@mkt/contract/text'
import type { Observation } from '@mkt/engines'
import { type CareDecision, decideCare } from '../../domain/deployment/deployment.ts'
import { isProbeDue, judgeInstance, mustStop, type Probe, type Sight } from '../../domain/deployment/instance.ts'
import { guarded } from '../../lib/guarded.ts'
import { createAttendance } from '../../lib/schedule/attendance.ts'
import { type DeploymentRow, deploymentById } from '../../store/deployment/deployments.ts'
import { caredInstances, forgetInstance, type InstanceRow } from '../../store/deployment/instances.ts'
import { releaseDemand } from '../../store/deployment/release-demand.ts'
import type { Platform } from '../platform/platform.ts'
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
}

/** How long a view is trusted when no change is announced. */
const VIEW_MS = 15_000
const LOOK_STARTING_MS = 100
const LONGEST_REASON = 1_000

/**
 * The care for one deployment by the process that holds its lease. Every step may be the last: a process that is killed
 * leaves rows that say what is wanted, an engine that says what is there, and the next one goes on from both.
 */
export function careForDeployment(platform: Platform, runner: Runner, deploymentId: string): Care {
  const { db, clock, log } = platform
  const { engine, times } = runner
  let view: CareView | undefined
  let readAt = 0
  const starting = new Set<string>()
  const stopping = new Set<string>()
  const startFailures = new Map<string, string>()
  const figures = createFigureRecorder(platform, runner)
  const egress = createEgressRecorder(platform, runner)
  const output = createOutputIntake(platform, runner)
  const pullCredentials = createPullRenewals(platform, runner)
  const attendance = createAttendance(clock)

  async function read(): Promise<CareView | undefined> {
    const now = clock.now().getTime()
    if (view !== undefined && now - readAt < VIEW_MS) return view
    // Before the queries: a change announced while they run must lead to another read.
    readAt = now
    const deployment = await deploymentById(db, deploymentId)
    if (deployment === undefined) return undefined
    const known = new Map(view?.instances.map((instance) => [instance.id, instance]))
    const instances = (await caredInstances(db, deploymentId)).map((row) => ({
      ...row,
      // Counts of health answers live here: losing them costs a second, storing them would cost a write each.
      streak: known.get(row.id)?.streak ?? row.streak,
      misses: known.get(row.id)?.misses ?? row.misses,
      checkedAt: known.get(row.id)?.checkedAt ?? row.checkedAt,
      lastMiss: known.get(row.id)?.lastMiss,
    }))
    view = { deployment, instances, demand: await releaseDemand(db, deployment.releaseId) }
    return view
  }

  function sightOf(instance: InstanceRow, observation: Observation | null): Sight {
    const failure = startFailures.get(instance.id)
    if (failure !== undefined) return { status: 'stopped', reason: failure }
    // While its start is under way the engine may not know it yet; a container could still come of it.
    if (observation === null)
      return starting.has(instance.id) ? { status: 'starting', waiting: null } : { status: 'absent' }
    if (observation.status === 'stopped') {
      return { status: 'stopped', reason: observation.exit?.reason ?? 'It ended.' }
    }
    if (observation.status === 'running' && observation.address !== null) {
      return { status: 'running', address: observation.address }
    }
    return { status: 'starting', waiting: observation.waiting ?? null }
  }

  async function look(instance: InstanceRow): Promise<{ sight: Sight; judged: InstanceRow }> {
    const sight = sightOf(instance, await engine.observe(instance.id))
    const address = sight.status === 'running' ? sight.address : null
    const due = address !== null && isProbeDue(instance, times, clock.now())
    const health = due ? await runner.probeHealth(address, times.probeTimeoutMs) : undefined
    const probe: Probe = health === undefined ? 'none' : health.well ? 'well' : 'missed'
    const lastMiss = health?.well === false ? health.saw : instance.lastMiss
    const seen = { ...instance, lastMiss }
    const judged = judgeInstance(seen, sight, probe, times, clock.now(), attendance.since)
    return { sight, judged: { ...seen, ...judged } }
  }

  function start(deployment: DeploymentRow, id: string): void {
    starting.add(id)
    const bug = (error: unknown) => log.error({ error, instance: id }, 'noting a failed start failed by a bug')
    const failed = (error: unknown) => {
      const reason = reasonText(error instanceof Error ? error.message : String(error), LONGEST_REASON)
      log.warn({ instance: id, app: deployment.listingName, reason }, 'an instance could not be started')
      startFailures.set(id, `It could not be started: ${reason}`)
    }
    startInstance(platform, runner, deployment, id)
      .catch(guarded(bug, failed))
      .finally(() => starting.delete(id))
  }

  function stop(id: string, graceMs: number): void {
    if (stopping.has(id)) return
    stopping.add(id)
    engine
      .stop(id, { graceMs })
      .catch((error: unknown) => log.warn({ error, instance: id }, 'an instance could not be stopped; trying again'))
      .finally(() => stopping.delete(id))
  }

  async function act(current: CareView, sights: Map<string, Sight>, abandon: boolean): Promise<void> {
    const { deployment } = current
    for (const instance of current.instances) {
      instance.logCursor = await output.take(deployment, instance)
      const sight = sights.get(instance.id)
      if (instance.state === 'STOPPED') {
        await egress.record(deploymentId, [instance], true)
        await engine.forget(instance.id)
        await forgetInstance(db, instance.id)
        startFailures.delete(instance.id)
        readAt = 0
      } else if (abandon) stop(instance.id, 0)
      else if (mustStop(instance, times, clock.now())) stop(instance.id, times.stopGraceMs)
      else if (instance.state === 'STARTING' && sight?.status === 'absent' && !starting.has(instance.id)) {
        start(deployment, instance.id)
      }
    }
  }

  return {
    refresh() {
      readAt = 0
    },
    async step() {
      const before = await read()
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
      if (written !== 'same') readAt = 0
      if (written === 'stale') return 0
      const instances = decision.instances.map((instance, index) => ({ ...(after[index] as InstanceRow), ...instance }))
      const current = { ...before, deployment: { ...deployment, ...decision.deployment }, instances }
      view = current
      pullCredentials.renew(current.deployment, instances)
      await act(current, sights, decision.abandon)
      await figures.record(current.deployment, instances)
      await egress.record(deploymentId, instances)
      if (instances.length === 0 && decision.start === 0 && isOver(current.deployment.state)) return null
      return pauseAfter(current, decision, times, now)
    },
  }
}

function isOver(state: DeploymentRow['state']): boolean {
  return state === 'STOPPED' || state === 'FAILED'
}

function pauseAfter(current: CareView, decision: CareDecision, times: Runner['times'], now: Date): number {
  if (decision.start > 0) return 0
  if (current.instances.some((instance) => instance.state === 'STOPPED')) return 0
  const busy = current.instances.some((instance) => instance.state === 'STARTING') || decision.abandon
  if (busy) return Math.min(LOOK_STARTING_MS, times.probeStartingMs)
  const { nextStartAt } = current.deployment
  const untilStart = nextStartAt === null ? Number.POSITIVE_INFINITY : nextStartAt.getTime() - now.getTime()
  return Math.max(10, Math.min(times.lookEveryMs, untilStart > 0 ? untilStart : times.lookEveryMs))
}
