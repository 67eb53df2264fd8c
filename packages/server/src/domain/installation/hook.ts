import { limits } from '@mkt/contract/limits'
import type { HookName } from '@mkt/manifest'

/** How a lifecycle hook is sent: by name as a GET below `/_app/`, or as a POST to the path the manifest gives. */
export interface HookRequest {
  method: 'GET' | 'POST'
  path: string
  body: string | null
}

export interface HookFacts {
  hook: HookName
  /** Path of the manifest, if it gives one. */
  path: string | undefined
  /** Public address of the route. */
  route: string
  routeId: string
  installationId: string
  /** Version that is called, and for `upgrade` the one it replaces. */
  release: string
  previousRelease: string | undefined
}

export function hookRequest(facts: HookFacts): HookRequest {
  const { hook, path, route, routeId, installationId, release, previousRelease } = facts
  if (path === undefined) return { method: 'GET', path: `/_app/${hook}?route=${encodeURIComponent(route)}`, body: null }
  const body = {
    hook,
    route,
    routeId,
    installationId,
    release,
    ...(previousRelease === undefined ? {} : { previousRelease }),
  }
  return { method: 'POST', path, body: JSON.stringify(body) }
}

export type HookAnswer = 'done' | { poll: string } | 'failed'

/** A 2xx is success; 202 with a path in `location` means that the app is still busy and tells where to ask. */
export function judgeHookAnswer(status: number, location: string | undefined): HookAnswer {
  if (status === 202 && location !== undefined && isPath(location)) return { poll: location }
  return status >= 200 && status < 300 ? 'done' : 'failed'
}

/** 202 is busy, any other 2xx done, anything else failed. */
export function judgePollAnswer(status: number): 'busy' | 'done' | 'failed' {
  if (status === 202) return 'busy'
  return status >= 200 && status < 300 ? 'done' : 'failed'
}

/** A path on the same deployment and nothing that could lead elsewhere. */
function isPath(location: string): boolean {
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(location) && location.length <= 2048
}

/** How long everything may take. Given as an argument, so that tests need not wait. */
export interface LifeTimes {
  tries: number
  betweenTriesMs: number
  hookMs: number
  pollEveryMs: number
  pollLimitMs: number
  healthyMs: number
  /** How long `stop` and `configure` wait for an instance: they find one running, or none. */
  presentMs: number
  registerMs: number
  registerEveryMs: number
  unregisterMs: number
  waitEveryMs: number
}

export const lifeTimes: LifeTimes = {
  tries: limits.hookTries.value,
  betweenTriesMs: 5_000,
  hookMs: limits.hookTime.value,
  pollEveryMs: 2_000,
  pollLimitMs: limits.hookPolling.value,
  healthyMs: 120_000,
  presentMs: 15_000,
  registerMs: 15 * 60_000,
  registerEveryMs: 5_000,
  unregisterMs: 60_000,
  waitEveryMs: 500,
}
