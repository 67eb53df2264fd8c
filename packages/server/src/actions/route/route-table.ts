import type { Route } from '../../domain/route/route.ts'
import { isHeaderValue } from '../../lib/http/header-value.ts'
import { briefly, type Log } from '../../lib/log.ts'
import type { ChangeFeed } from '../../store/database/change-feed.ts'
import { StaleRoutes } from './stale-routes.ts'

/** All routes in memory, kept current by the change feed. What is here is served even while the database is away. */
export interface RouteTable {
  byRouteId(routeId: string): Route | undefined
  byInstallation(installationId: string): Route | undefined
  all(): IterableIterator<Route>
  /** While a route is read again after a change of its installation: resolves when it was, or when that takes too long. */
  renewing(routeId: string): Promise<void> | undefined
  /** Whether everything was read at least once. */
  readonly loaded: boolean
  /** Called after a route was added, changed or removed. */
  onChange(listener: (installationId: string) => void): () => void
  close(): void
}

/** Where routes are read from. */
export interface RouteSource {
  /** The next routes in the order of their installations, a page at a time; none behind the last one. */
  after(installationId: string): Promise<Route[]>
  /** The routes of these installations; one that is left out is no more. */
  some(installationIds: readonly string[]): Promise<Route[]>
  /** The installations whose route depends on a deployment, a release or a tenant. */
  ofDeployment(deploymentId: string): Promise<string[]>
  ofRelease(releaseId: string): Promise<string[]>
  ofTenant(tenantId: string): Promise<string[]>
}

const RETRY_MS = 500

export async function createRouteTable(source: RouteSource, changes: ChangeFeed, log: Log): Promise<RouteTable> {
  const byRoute = new Map<string, Route>()
  const byInstallation = new Map<string, Route>()
  const listeners = new Set<(installationId: string) => void>()
  const stale = new StaleRoutes()
  let reading = false
  let everything = true
  let loaded = false
  let closed = false
  const first = Promise.withResolvers<void>()

  function put(installationId: string, route: Route | undefined): void {
    const former = byInstallation.get(installationId)
    if (former && former.routeId !== route?.routeId) byRoute.delete(former.routeId)
    if (route) {
      if (former?.tenant !== route.tenant && !isHeaderValue(route.tenant)) reportTenant(installationId)
      byRoute.set(route.routeId, route)
      byInstallation.set(installationId, route)
    } else {
      byInstallation.delete(installationId)
    }
    for (const listener of listeners) listener(installationId)
    stale.wasRead(installationId)
  }

  /** Stored before host names were checked. Calls go on; somebody has to correct it. */
  function reportTenant(installationId: string): void {
    log.warn({ installationId }, 'The host name of the tenant is no host name; applications get it percent-encoded')
  }

  async function readEverything(): Promise<void> {
    const present = new Set<string>()
    // Page by page: requests are served between two of them, however many routes there are, and what they wait for is read.
    for (let last: string | undefined = ''; last !== undefined; ) {
      const page: Route[] = await source.after(last)
      for (const route of page) {
        present.add(route.installationId)
        put(route.installationId, route)
      }
      last = page.at(-1)?.installationId
      const awaited = stale.takeAwaited()
      if (awaited.length > 0) await readSome(awaited)
      for (const id of awaited) if (byInstallation.has(id)) present.add(id)
    }
    for (const installationId of [...byInstallation.keys()])
      if (!present.has(installationId)) put(installationId, undefined)
    stale.everythingWasRead()
    loaded = true
    first.resolve()
  }

  async function readSome(ids: string[]): Promise<void> {
    try {
      const found = new Map((await source.some(ids)).map((route) => [route.installationId, route]))
      for (const id of ids) put(id, found.get(id))
    } catch (error) {
      for (const id of ids) stale.add(id)
      throw error
    }
  }

  async function refresh(): Promise<void> {
    if (reading || closed) return
    reading = true
    try {
      while ((everything || stale.size > 0) && !closed) {
        if (everything) {
          everything = false
          stale.everythingBegins()
          await readEverything().catch((error) => {
            everything = true
            throw error
          })
        }
        const some = stale.take()
        if (some.length > 0) await readSome(some)
      }
    } catch (error) {
      log.warn(briefly(error), 'Routes could not be read; what is in memory is served on')
      const timer = setTimeout(() => void refresh(), RETRY_MS)
      timer.unref()
    } finally {
      reading = false
    }
  }

  /** Reads the route of an installation again; resolves when what is here is as new as this moment. */
  async function again(installationId: string): Promise<void> {
    const read = stale.addAndWait(installationId)
    void refresh()
    await read
  }

  /** A customer who takes access away must not meet a request that still has it. */
  async function againOfTenant(tenantId: string): Promise<void> {
    const ids = source.ofTenant(tenantId)
    mark(ids)
    await ids.then((found) => Promise.all(found.map(again))).catch(() => {})
  }

  function renewing(routeId: string): Promise<void> | undefined {
    if (!stale.isAwaited) return undefined
    const route = byRoute.get(routeId)
    return route && stale.soon(route.installationId)
  }

  function mark(installationIds: Promise<string[]>): void {
    installationIds.then(
      (ids) => {
        for (const id of ids) stale.add(id)
        void refresh()
      },
      () => {
        everything = true
        void refresh()
      },
    )
  }

  const reset = () => {
    everything = true
    void refresh()
  }
  const unsubscribe = [
    changes.subscribe('installation', { changed: again, reset }),
    changes.subscribe('deployment', { changed: (id) => mark(source.ofDeployment(id)) }),
    changes.subscribe('release', { changed: (id) => mark(source.ofRelease(id)) }),
    changes.subscribe('tenant', { changed: againOfTenant }),
  ]
  void refresh()
  await first.promise

  return {
    byRouteId: (routeId) => byRoute.get(routeId),
    byInstallation: (installationId) => byInstallation.get(installationId),
    all: () => byInstallation.values(),
    renewing,
    get loaded() {
      return loaded
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      closed = true
      for (const off of unsubscribe) off()
    },
  }
}
