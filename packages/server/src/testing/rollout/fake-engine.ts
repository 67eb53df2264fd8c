import type { Engine, InstanceSpec, LogLine, Observation } from '@mkt/engines'
import type { HealthAnswer } from '../../domain/deployment/health.ts'

export interface FakeInstance {
  spec: InstanceSpec
  /** `starting`: its container is gone, and there is no other one yet. */
  status: 'starting' | 'running' | 'stopped'
  /** Why it has no container, if so. */
  waiting?: string
  healthy: boolean
  reason: string
  lines: LogLine[]
  stopped: boolean
}

export interface FakeEngine extends Engine {
  instances: Map<string, FakeInstance>
  /** How new instances behave. */
  next: { healthy: boolean; crash: string | null; refuse: string | null }
  probeHealth(address: string): Promise<HealthAnswer>
}

/** An engine without containers, for tests of what the platform does with one. */
export function fakeEngine(): FakeEngine {
  const instances = new Map<string, FakeInstance>()
  const next: FakeEngine['next'] = { healthy: true, crash: null, refuse: null }
  const observe = (id: string): Observation | null => {
    const instance = instances.get(id)
    if (instance === undefined) return null
    const running = instance.status === 'running'
    const exit = { code: 1, reason: instance.reason, outOfMemory: false, at: new Date() }
    return {
      instanceId: id,
      deploymentId: instance.spec.deploymentId,
      status: instance.status,
      address: running ? `http://${id}.test:8080` : null,
      startedAt: new Date(),
      exit: instance.status === 'stopped' ? exit : null,
      ...(instance.waiting === undefined ? {} : { waiting: instance.waiting }),
    }
  }
  return {
    name: 'sandbox',
    instances,
    next,
    isolation: async () => ({ missing: [], outside: true, notes: [] }),
    hostAddress: async () => null,
    async start(spec) {
      if (next.refuse !== null) throw new Error(next.refuse)
      const known = instances.get(spec.instanceId)
      if (known === undefined) {
        const lines: LogLine[] = [{ at: new Date(), stream: 'stdout', text: `hello from ${spec.version}` }]
        instances.set(spec.instanceId, {
          spec,
          status: next.crash === null ? 'running' : 'stopped',
          healthy: next.healthy,
          reason: next.crash ?? 'It was stopped by the platform.',
          lines,
          stopped: false,
        })
      }
      return observe(spec.instanceId) as Observation
    },
    observe: async (id) => observe(id),
    list: async () => [...instances.keys()].map((id) => observe(id) as Observation),
    async stop(id) {
      const instance = instances.get(id)
      if (instance !== undefined) Object.assign(instance, { status: 'stopped', stopped: true })
    },
    async forget(id) {
      instances.delete(id)
    },
    async logs(id, cursor) {
      const lines = instances.get(id)?.lines ?? []
      return { lines: lines.slice(Number(cursor ?? 0)), cursor: String(lines.length) }
    },
    removeAll: async () => instances.clear(),
    figures: async () => ({ cpuSeconds: 1, memoryBytes: 1, processes: 1 }),
    close: async () => {},
    async probeHealth(address) {
      const instance = instances.get(new URL(address).hostname.replace('.test', ''))
      const well = instance?.status === 'running' && instance.healthy
      return well ? { well } : { well: false, saw: 'it answered 404' }
    },
  }
}
