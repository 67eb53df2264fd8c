import { Counter } from 'prom-client'
import type { LiveInstance, Route } from '../../domain/route/route.ts'
import type { CountedRequest } from '../../domain/traffic/request-count.ts'
import { addTallies } from '../../store/traffic/request-tallies.ts'
import type { Platform } from '../platform/platform.ts'
import { createRequestTally } from './request-tally.ts'

/** Counts what applications are asked and how they answer, by deployment: for the publisher's charts and for `/metrics`. */
export interface RequestFigures {
  /** One request that was sent to an instance. */
  note(route: Route, instance: LiveInstance, request: CountedRequest): void
  stop(): Promise<void>
}

interface Total {
  app: string
  version: string
  answered: number
  failed: number
  durationMs: number
}

const FLUSH_MS = 10_000

export function createRequestFigures(platform: Pick<Platform, 'db' | 'log' | 'metrics'>): RequestFigures {
  const totals = new Map<string, Total>()
  const tally = createRequestTally(platform, FLUSH_MS, (counts) => addTallies(platform.db, counts))
  showTotals(platform, totals)

  function totalOf(deploymentId: string, { appName: app, version }: Route): Total {
    const known = totals.get(deploymentId)
    if (known !== undefined) return known
    const total = { app, version, answered: 0, failed: 0, durationMs: 0 }
    totals.set(deploymentId, total)
    return total
  }

  return {
    note(route, { deploymentId }, request) {
      tally.note(deploymentId, request)
      const total = totalOf(deploymentId, route)
      total.durationMs += request.durationMs
      total[request.failed ? 'failed' : 'answered'] += 1
    },
    stop: () => tally.stop(),
  }
}

/** Counters that are filled when somebody looks. */
function showTotals({ metrics }: Pick<Platform, 'metrics'>, totals: ReadonlyMap<string, Total>): void {
  new Counter({
    name: 'mkt_app_requests_total',
    help: 'Requests sent to instances of an application: calls and deliveries',
    labelNames: ['app', 'version', 'outcome'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const { app, version, answered, failed } of totals.values()) {
        this.inc({ app, version, outcome: 'answered' }, answered)
        this.inc({ app, version, outcome: 'failed' }, failed)
      }
    },
  })
  new Counter({
    name: 'mkt_app_request_seconds_total',
    help: 'Time that instances of an application took to answer, all requests together',
    labelNames: ['app', 'version'],
    registers: [metrics],
    collect() {
      this.reset()
      for (const { app, version, durationMs } of totals.values()) this.inc({ app, version }, durationMs / 1000)
    },
  })
}
