import { withoutParameters } from './path-segment.ts'

export type SplitPath =
  | { ok: true; routeId: string; path: string; query: string }
  | { ok: false; problem: 'no-route' | 'malformed' }

const ROUTE_ID = /^[a-z0-9][a-z0-9-]{0,62}$/

/** Divides the target of a request below the gateway's own address: `/<routeId>/<path>?<query>`. */
export function splitTarget(target: string): SplitPath {
  if (!isCleanTarget(target)) return { ok: false, problem: 'malformed' }
  const mark = target.indexOf('?')
  const whole = mark < 0 ? target : target.slice(0, mark)
  const slash = whole.indexOf('/', 1)
  const routeId = slash < 0 ? whole.slice(1) : whole.slice(1, slash)
  if (!ROUTE_ID.test(routeId)) return { ok: false, problem: 'no-route' }
  return { ok: true, routeId, path: slash < 0 ? '/' : whole.slice(slash), query: mark < 0 ? '' : target.slice(mark) }
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}

/** Whether everything at this host belongs to a route: `https://<routeId>.<domain>`. */
export function isRouteHost(host: string, domain: string): boolean {
  return nameOf(host).endsWith(`.${domain.toLowerCase()}`)
}

/** The same below a route's own host name: `https://<routeId>.<domain>/<path>`. */
export function splitHost(host: string, domain: string, target: string): SplitPath | undefined {
  if (!isRouteHost(host, domain)) return undefined
  const name = nameOf(host)
  const routeId = name.slice(0, -domain.length - 1)
  if (!ROUTE_ID.test(routeId)) return { ok: false, problem: 'no-route' }
  if (!isCleanTarget(target)) return { ok: false, problem: 'malformed' }
  const mark = target.indexOf('?')
  return {
    ok: true,
    routeId,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark),
  }
}

/**
 * A target is passed on byte for byte, so it must mean the same to every reader: it begins with one slash, is visible ASCII, its escapes are
 * whole, and it has no segment that means "here" or "up" in any spelling. Some applications resolve escapes more often than others: so what is left
 * after each time is judged alike, and dots, slashes and NUL that are escaped more than once are refused, however their escapes are spelled. A path that hides `/_app/` behind any of this is refused, not interpreted.
 */
export function isCleanTarget(target: string): boolean {
  if (!/^\/[\x21-\x22\x24-\x7e]*$/.test(target)) return false
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  if (path.includes('\\') || /%(?![0-9a-f]{2})/i.test(path) || /%00/.test(path)) return false
  if (/%(25)+(2e|2f|5c|00)/i.test(path) || climbs(path)) return false
  return !resolutions(path)
    .slice(1)
    .some((resolved) => /%(25)*(2e|2f|5c|00)/i.test(resolved) || climbs(resolved))
}

/** One time more than any application is known to. */
const RESOLVED_TIMES = 3

/** A path as it was written, and what readers may make of it: what is left after each time its escapes are resolved. */
export function resolutions(path: string): string[] {
  const all = [path]
  for (let last = path; all.length <= RESOLVED_TIMES && last.includes('%'); ) {
    last = last.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    all.push(last)
  }
  return all
}

/** Whether a segment means "here" or "up". */
function climbs(path: string): boolean {
  return path.split(/[/\\]|%2f|%5c/i).some((segment) => /^(\.|%2e){1,2}$/i.test(withoutParameters(segment)))
}

/** Where the platform itself hears from a policy system, below a route. It is reserved, so no application has it. */
export const REPORTS_PATH = '/_app/reports'

/** Paths that belong to the platform: health and lifecycle hooks, in any spelling a lenient application might accept. */
export function isReservedPath(path: string): boolean {
  return resolutions(path).some((resolved) => {
    const segments = resolved.split(/[/\\]/).map(withoutParameters)
    const plain = `/${segments.filter((segment) => segment !== '').join('/')}`.toLowerCase()
    return plain === '/health' || plain === '/_app' || plain.startsWith('/_app/')
  })
}
