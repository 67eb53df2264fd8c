import { Counter } from 'prom-client'
import { emptyLatencies, latencyClass } from '../domain/latency.ts'
import type { LiveInstance, Route } from '../domain/route.ts'
import { addTallies, type RequestTally } from '../store/request-tallies.ts'
import type { Platform } from './platform.ts'

/** Counts what applications are asked and how they answer, by deployment: for the publisher's charts and for `/metrics`. */
export interface RequestFigures {
  /** One request that was sent to an instance. It is on the way of every call, so it only adds. */
  note(route: Route, instance: LiveInstance, request: { durationMs: number; failed: boolean }): void
  /** Hands over what was counted since; what cannot be handed over now is kept. */
  flush(): Promise<void>
  stop(): Promise<void>
}

type Tally = RequestTally & { buckets: number[] }

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
  let tallies = new Map<string, Tally>()
  showTotals(platform, totals)

  function tallyOf(deploymentId: string): Tally {
    const known = tallies.get(deploymentId)
    if (known !== undefined) return known
    const tally = { deploymentId, requests: 0, failed: 0, buckets: emptyLatencies() }
    tallies.set(deploymentId, tally)
    return tally
  }

  function totalOf(deploymentId: string, { appName: app, version }: Route): Total {
    const known = totals.get(deploymentId)
    if (known !== undefined) return known
    const total = { app, version, answered: 0, failed: 0, durationMs: 0 }
    totals.set(deploymentId, total)
    return total
  }

  async function flush(): Promise<void> {
    const taken = tallies
    tallies = new Map()
    try {
      await addTallies(platform.db, [...taken.values()])
    } catch (error) {
      platform.log.debug({ error }, 'Figures of requests could not be kept; they are added to the next ones')
      for (const { deploymentId, requests, failed, buckets } of taken.values()) {
        const tally = tallyOf(deploymentId)
        tally.requests += requests
        tally.failed += failed
        tally.buckets = tally.buckets.map((count, index) => count + (buckets[index] ?? 0))
      }
    }
  }

  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()
  return {
    note(route, { deploymentId }, { durationMs, failed }) {
      const tally = tallyOf(deploymentId)
      const place = latencyClass(durationMs)
      tally.requests += 1
      tally.buckets[place] = (tally.buckets[place] ?? 0) + 1
      const total = totalOf(deploymentId, route)
      total.durationMs += durationMs
      if (failed) tally.failed += 1
      total[failed ? 'failed' : 'answered'] += 1
    },
    flush,
    async stop() {
      clearInterval(timer)
      await flush()
    },
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
