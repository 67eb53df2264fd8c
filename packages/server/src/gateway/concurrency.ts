/** Counts calls in flight by name and says when one has as many as it may. */
export interface Concurrency {
  /** Takes a place in both, or neither; gives the function that frees it, or undefined when there is none. */
  enter(route: string, app: string): (() => void) | undefined
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
      if (inRoute >= limits.perRoute || inApp >= limits.perApp) return undefined
      routes.set(route, inRoute + 1)
      apps.set(app, inApp + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        leave(routes, route)
        leave(apps, app)
      }
    },
  }
}
