import { useSyncExternalStore } from 'react'

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  // While nobody looked it stood still.
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const tell of listeners) tell()
  }, 15_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
}

/** The current time, moving on every quarter of a minute, one timer for the whole page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}
