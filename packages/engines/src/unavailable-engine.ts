import type { Engine, EngineName } from './engine.ts'

/** Stands in for an engine that cannot work: the platform starts anyway, and every start says why it fails. */
export function unavailableEngine(name: EngineName, reason: string): Engine {
  return {
    name,
    isolation: async () => ({ missing: [{ part: 'namespaces', reason }], outside: false, notes: [] }),
    hostAddress: async () => null,
    start: () => Promise.reject(new Error(reason)),
    observe: async () => null,
    list: async () => [],
    stop: async () => {},
    forget: async () => {},
    logs: async (_, cursor) => ({ lines: [], cursor: cursor ?? '' }),
    figures: async () => null,
    removeAll: () => Promise.reject(new Error(reason)),
    close: async () => {},
  }
}
