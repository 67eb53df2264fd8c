import { type Simulator, type SimulatorOptions, startSimulator } from '../../../../simulator/src/start-simulator.ts'
import { atEnd } from '../run/at-end.ts'

export interface TestSimulator extends Simulator {
  /** Turns one of the simulator's switches. */
  turn(method: string, path: string, body?: unknown): Promise<unknown>
  /** A request body that connects its main tenant of a variant. */
  connected(more?: object): ConnectedBody
  enterprise(more?: object): EnterpriseBody
}

type Set = { username: string; password: string } | { clientId: string; clientSecret: string }

export interface ConnectedBody {
  name: string
  variant: 'connected'
  apiUrl: string
  hostName: string
  credentials: { integration: Set; data: Set }
}

export interface EnterpriseBody {
  name: string
  variant: 'enterprise'
  apiUrl: string
  tenantLocator: string
  credentials: { token: string }
}

/** A policy system for this test file, ended when its tests are over. */
export async function testSimulator(options: SimulatorOptions = {}): Promise<TestSimulator> {
  const simulator = await startSimulator({ seed: 'test', retryDelaysMs: [1], retryUnitMs: 1, ...options })
  atEnd(() => simulator.close())
  const { connected, enterprise } = simulator.ready
  return {
    ...simulator,
    async turn(method, path, body) {
      const response = await fetch(`${connected.apiUrl}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      return response.json()
    },
    connected: (more = {}) => ({
      name: 'Connected',
      variant: 'connected',
      apiUrl: connected.apiUrl,
      hostName: connected.hostName,
      credentials: { integration: connected.integration, data: connected.data },
      ...more,
    }),
    enterprise: (more = {}) => ({
      name: 'Enterprise',
      variant: 'enterprise',
      apiUrl: enterprise.apiUrl,
      tenantLocator: enterprise.tenantLocator,
      credentials: { token: enterprise.token },
      ...more,
    }),
  }
}
