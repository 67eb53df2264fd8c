import { limits } from '@mkt/contract/limits'
import type { Verdict } from './retry.ts'

/** How the webhooks of a route fare. */
export interface RouteHealth {
  failingSince: Date | null
  /** Attempts that failed since then, counted as far as a pause needs them. */
  failedAttempts: number
  warnedAt: Date | null
  pausedAt: Date | null
  pausedReleaseId: string | null
  probeAt: Date | null
  /** Paths that answered 410: nothing is sent there until a resume or another release. */
  gonePaths: Readonly<Record<string, GonePath>>
}

export interface GonePath {
  at: string
  releaseId: string
}

export const healthy: RouteHealth = {
  failingSince: null,
  failedAttempts: 0,
  warnedAt: null,
  pausedAt: null,
  pausedReleaseId: null,
  probeAt: null,
  gonePaths: {},
}

export type Notice = 'failing' | 'paused' | 'gone' | 'recovered'

/** The health of a route where it changed, and what its customer is told. */
export interface RouteDecision {
  health: RouteHealth | undefined
  notice: Notice | undefined
}

const unchanged: RouteDecision = { health: undefined, notice: undefined }

export const routeLimits = {
  /** Failing this long without a success pauses the route, if enough attempts were made. */
  pauseAfterMs: limits.pauseAfter.value,
  pauseAfterAttempts: limits.pauseAttempts.value,
  warnAfterMs: limits.warnAfter.value,
  probeEveryMs: 3_600_000,
} as const

/** Decides what an attempt means for its route. */
export function routeAfter(
  verdict: Verdict,
  health: RouteHealth,
  { path, releaseId, now }: { path: string; releaseId: string; now: Date },
): RouteDecision {
  if (verdict === 'delivered') return afterSuccess(health)
  if (verdict === 'gone') {
    if (isGonePath(health, path, releaseId)) return unchanged
    const gonePaths = { ...health.gonePaths, [path]: { at: now.toISOString(), releaseId } }
    return { health: { ...health, gonePaths }, notice: 'gone' }
  }
  if (health.pausedAt !== null) {
    return { health: { ...health, probeAt: new Date(now.getTime() + routeLimits.probeEveryMs) }, notice: undefined }
  }
  const failedAttempts = Math.min(health.failedAttempts + 1, routeLimits.pauseAfterAttempts)
  const failing = { ...health, failingSince: health.failingSince ?? now, failedAttempts }
  const judged = judgeByClock(failing, releaseId, now)
  if (judged.health !== undefined) return judged
  const isNews = health.failingSince === null || failedAttempts !== health.failedAttempts
  return { health: isNews ? failing : undefined, notice: undefined }
}

function afterSuccess(health: RouteHealth): RouteDecision {
  if (health.failingSince === null && health.pausedAt === null) return unchanged
  const wasTold = health.warnedAt !== null || health.pausedAt !== null
  // A path that answered 410 stays paused: success of another path says nothing about it.
  return { health: { ...healthy, gonePaths: health.gonePaths }, notice: wasTold ? 'recovered' : undefined }
}

/** Decides what the passing of time means for a route that fails, whether or not an attempt is made. */
export function judgeByClock(health: RouteHealth, releaseId: string, now: Date): RouteDecision {
  const { failingSince, failedAttempts } = health
  if (failingSince === null || health.pausedAt !== null) return unchanged
  const failingFor = now.getTime() - failingSince.getTime()
  if (failingFor >= routeLimits.pauseAfterMs && failedAttempts >= routeLimits.pauseAfterAttempts) {
    const probeAt = new Date(now.getTime() + routeLimits.probeEveryMs)
    return { health: { ...health, pausedAt: now, pausedReleaseId: releaseId, probeAt }, notice: 'paused' }
  }
  if (failingFor >= routeLimits.warnAfterMs && health.warnedAt === null) {
    return { health: { ...health, warnedAt: now }, notice: 'failing' }
  }
  return unchanged
}

/** The health of a route once it runs another release; undefined where no pause ends with it. */
export function healthWithRelease(health: RouteHealth, releaseId: string): RouteHealth | undefined {
  const gone = Object.entries(health.gonePaths)
  const stillGone = gone.filter(([, path]) => path.releaseId === releaseId)
  const gonePaths = Object.fromEntries(stillGone)
  if (health.pausedAt !== null && health.pausedReleaseId !== releaseId) return { ...healthy, gonePaths }
  return stillGone.length < gone.length ? { ...health, gonePaths } : undefined
}

export function isGonePath(health: RouteHealth, path: string, releaseId: string): boolean {
  return Object.hasOwn(health.gonePaths, path) && health.gonePaths[path]?.releaseId === releaseId
}

export type RouteMood = 'open' | 'probe' | 'closed'

/** Whether a route's deliveries go out, only its hourly probe, or none. A new release ends every pause. */
export function routeMood(health: RouteHealth, releaseId: string, now: Date): RouteMood {
  if (health.pausedAt === null || health.pausedReleaseId !== releaseId) return 'open'
  return health.probeAt !== null && health.probeAt <= now ? 'probe' : 'closed'
}
