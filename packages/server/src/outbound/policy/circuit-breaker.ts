/** After this many failures in a row a system is left alone for a while. */
const FAILURES = 5
const REST_MS = 10_000
/** Systems that were tried once and never again are forgotten, the oldest first. */
const REMEMBERED = 10_000

interface Circuit {
  failures: number
  reason: string
  openUntil: number
}

/**
 * Keeps us from hammering a system that is down: closed (calls pass), open (calls fail at once), and after the rest one call
 * at a time is let through to see whether it is back.
 */
export interface CircuitBreaker {
  /** How long to wait and why, or undefined when a call may be made now. */
  rest(key: string, now: Date): { ms: number; reason: string } | undefined
  succeeded(key: string): void
  failed(key: string, now: Date, reason: string): void
}

export function createCircuitBreaker(): CircuitBreaker {
  const circuits = new Map<string, Circuit>()
  return {
    rest(key, now) {
      const circuit = circuits.get(key)
      if (!circuit || circuit.failures < FAILURES) return undefined
      const ms = circuit.openUntil - now.getTime()
      if (ms > 0) return { ms, reason: circuit.reason }
      // This caller probes; the others wait for what it finds.
      circuit.openUntil = now.getTime() + REST_MS
      return undefined
    },
    succeeded(key) {
      circuits.delete(key)
    },
    failed(key, now, reason) {
      const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0, reason }
      circuit.reason = reason
      circuit.failures += 1
      circuit.openUntil = now.getTime() + REST_MS
      circuits.set(key, circuit)
      const [oldest] = circuits.keys()
      if (circuits.size > REMEMBERED && oldest !== undefined) circuits.delete(oldest)
    },
  }
}
