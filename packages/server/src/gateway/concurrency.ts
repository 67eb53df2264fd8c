/** Counts calls in flight by name and says when one has as many as it may. */
export interface Concurrency {
  /** Takes a place in both, or neither. Whoever got one frees it once with `leave`. */
  enter(route: string, app: string): boolean
  leave(route: string, app: string): void
}

export function createConcurrency(limits: { perRoute: number; perApp: number }): Concurrency {
  const routes = new Map<string, number>()
  const apps = new Map<string, number>()

  function leave(counts: Map<string, number>, name: string): void {
    const count = (counts.get(name) ?? 1) - 1
    if (count === 0) counts.delete(name)
    else counts.set(name, count)
  }

  return {
    enter(route, app) {
      const inRoute = routes.get(route) ?? 0
      const inApp = apps.get(app) ?? 0
      if (inRoute >= limits.perRoute || inApp >= limits.perApp) return false
      routes.set(route, inRoute + 1)
      apps.set(app, inApp + 1)
      return true
    },
    leave(route, app) {
      leave(routes, route)
      leave(apps, app)
    },
  }
}
