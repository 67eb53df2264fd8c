import { figure } from '../../domain/platform/figures.ts'
import type { LiveInstance, Route } from '../../domain/route/route.ts'
import type { CountedRequest } from '../../domain/traffic/request-count.ts'
import { showFigure } from '../../lib/figures/show-figure.ts'
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
/** Further deployments are counted together. */
const DEPLOYMENTS = 500
const OTHER = 'other'
const others = { app: OTHER, version: OTHER }

export function createRequestFigures(platform: Pick<Platform, 'db' | 'log' | 'metrics'>): RequestFigures {
  const totals = new Map<string, Total>()
  const tally = createRequestTally(platform, FLUSH_MS, (counts) => addTallies(platform.db, counts))
  showTotals(platform, totals)

  function totalOf(deploymentId: string, { appName: app, version }: Route): Total {
    const known = totals.get(deploymentId)
    if (known !== undefined) return known
    const isFull = totals.size >= DEPLOYMENTS
    const key = isFull ? OTHER : deploymentId
    const total = totals.get(key) ?? { ...(isFull ? others : { app, version }), answered: 0, failed: 0, durationMs: 0 }
    totals.set(key, total)
    return total
  }

  return {
    note(route, { deploymentId, tunnel }, request) {
      // A developer's machine says nothing of how the deployment fares.
      if (tunnel === true) return
      tally.note(deploymentId, request)
      const total = totalOf(deploymentId, route)
      total.durationMs += request.durationMs
      total[request.failed ? 'failed' : 'answered'] += 1
    },
    stop: () => tally.stop(),
  }
}

/** Read when somebody looks. */
function showTotals({ metrics }: Pick<Platform, 'metrics'>, totals: ReadonlyMap<string, Total>): void {
  showFigure(metrics, figure('mkt_app_requests_total'), () =>
    [...totals.values()].flatMap(({ app, version, answered, failed }) => [
      { labels: { app, version, outcome: 'answered' }, value: answered },
      { labels: { app, version, outcome: 'failed' }, value: failed },
    ]),
  )
  showFigure(metrics, figure('mkt_app_request_seconds_total'), () =>
    [...totals.values()].map(({ app, version, durationMs }) => ({
      labels: { app, version },
      value: durationMs / 1000,
    })),
  )
}
