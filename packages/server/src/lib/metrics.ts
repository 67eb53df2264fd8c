import { collectDefaultMetrics, Registry } from 'prom-client'

/** The figures of this process. Each part adds its own; no label ever holds a key, a secret or an address of a person. */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'mkt_' })
  return registry
}
