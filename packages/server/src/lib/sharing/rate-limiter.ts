export interface Rate {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the count begins again. */
  resetSeconds: number
}

export interface RateLimiter {
  /** Counts one request. */
  take(key: string, now: Date): Rate
  /** Takes back one that was counted for the wrong key. */
  giveBack(key: string): void
}

interface Window {
  count: number
  endsAt: number
}

/** Counts requests per key in windows of time, for a limited number of keys: beyond that the one seen first is forgotten. */
export function createRateLimiter(limits: { max: number; windowMs: number; keys: number }): RateLimiter {
  const windows = new Map<string, Window>()

  function windowOf(key: string, at: number): Window {
    const known = windows.get(key)
    if (known !== undefined && known.endsAt > at) return known
    windows.delete(key)
    if (windows.size >= limits.keys) {
      for (const oldest of windows.keys()) {
        windows.delete(oldest)
        break
      }
    }
    const fresh = { count: 0, endsAt: at + limits.windowMs }
    windows.set(key, fresh)
    return fresh
  }

  return {
    take(key, now) {
      const at = now.getTime()
      const window = windowOf(key, at)
      window.count += 1
      return {
        allowed: window.count <= limits.max,
        limit: limits.max,
        remaining: Math.max(0, limits.max - window.count),
        resetSeconds: Math.ceil((window.endsAt - at) / 1000),
      }
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window !== undefined && window.count > 0) window.count -= 1
    },
  }
}
