import { Gauge } from 'prom-client'
import { type FigureName, figure } from '../../domain/platform/figures.ts'
import { latencyQuantile } from '../../domain/traffic/latency.ts'
import { noRequests } from '../../domain/traffic/request-count.ts'
import type { DeploymentRow } from '../../store/deployment/deployments.ts'
import { addFigure } from '../../store/deployment/figures.ts'
import type { InstanceRow } from '../../store/deployment/instances.ts'
import { releaseById } from '../../store/release/releases.ts'
import { takeTally } from '../../store/traffic/request-tallies.ts'
import { type Changing, changeByPlatform } from '../platform/change.ts'
import type { Platform } from '../platform/platform.ts'
import { planOf } from './plan-of.ts'
import type { Runner } from './runner.ts'
import { createLoadScaler } from './scale-by-load.ts'
import { createUseWatch, type UseWatch } from './watch-use.ts'

export interface FigureRecorder {
  record(deployment: DeploymentRow, instances: readonly InstanceRow[]): Promise<void>
}

const EVERY_MS = 60_000

function gauge(platform: Pick<Platform, 'metrics'>, name: FigureName): Gauge<'app' | 'version'> {
  const known = platform.metrics.getSingleMetric(name)
  if (known !== undefined) return known as Gauge<'app' | 'version'>
  return new Gauge({ name, help: figure(name).meaning, labelNames: ['app', 'version'], registers: [platform.metrics] })
}

/** Looks at what the instances of one deployment use; once a minute writes it down, with what they were asked: for charts and for `/metrics`. */
export function createFigureRecorder(
  platform: Changing & Pick<Platform, 'metrics' | 'log'>,
  runner: Runner,
): FigureRecorder {
  const memory = gauge(platform, 'mkt_app_memory_bytes')
  const cpu = gauge(platform, 'mkt_app_cpu_seconds')
  const instancesUp = gauge(platform, 'mkt_app_instances')
  const restarts = gauge(platform, 'mkt_app_restarts')
  const former = new Map<string, number>()
  const scaler = createLoadScaler(platform)
  let recordedAt = 0
  let use: UseWatch | undefined
  const useOf = ({ releaseId }: DeploymentRow) =>
    (use ??= createUseWatch(platform, runner.engine, async () => {
      const release = await releaseById(platform.db, releaseId)
      return release === undefined ? undefined : planOf(release)
    }))

  return {
    async record(deployment, instances) {
      const living = instances.filter((instance) => instance.state !== 'STOPPED')
      const read = await useOf(deployment).look(living)
      const now = platform.clock.now()
      if (now.getTime() - recordedAt < EVERY_MS) return
      const elapsedMs = recordedAt === 0 ? 0 : now.getTime() - recordedAt
      recordedAt = now.getTime()
      const sum = { cpuTotal: 0, cpuSeconds: 0, memoryBytes: 0, processes: 0 }
      for (const [id, figures] of read) {
        sum.cpuTotal += figures.cpuSeconds
        sum.cpuSeconds += Math.max(0, figures.cpuSeconds - (former.get(id) ?? 0))
        sum.memoryBytes += Math.round(figures.memoryBytes)
        sum.processes += figures.processes
        former.set(id, figures.cpuSeconds)
      }
      for (const id of former.keys()) if (!living.some((instance) => instance.id === id)) former.delete(id)
      const labels = { app: deployment.listingName, version: deployment.version }
      if (living.length === 0) {
        for (const one of [memory, cpu, instancesUp, restarts]) one.remove(labels)
        return
      }
      memory.set(labels, sum.memoryBytes)
      cpu.set(labels, sum.cpuTotal)
      instancesUp.set(labels, living.length)
      restarts.set(labels, deployment.restarts)
      const { cpuSeconds, memoryBytes, processes } = sum
      const used = {
        at: now,
        cpuSeconds,
        memoryBytes,
        processes,
        instances: living.length,
        restarts: deployment.restarts,
      }
      let busyMs = 0
      await changeByPlatform(platform, async (unit) => {
        const counted = (await takeTally(unit.trx, deployment.id)) ?? noRequests()
        const { requests, failed, classes, slowestMs } = counted
        busyMs = counted.busyMs ?? 0
        const [p50Ms, p95Ms] = [0.5, 0.95].map((share) => latencyQuantile(classes, share, slowestMs)) as [
          number | null,
          number | null,
        ]
        await addFigure(unit.trx, deployment.id, { ...used, requests, failed, p50Ms, p95Ms })
        return unit.changed('figure', deployment.id)
      })
      // Counts from before this process took over belong to an unknown time.
      if (elapsedMs > 0) await scaler.follow(deployment, busyMs, elapsedMs)
    },
  }
}
