import type { Platform } from '../../actions/platform/platform.ts'
import { platformSecret } from '../../actions/platform/platform-secret.ts'
import { createReadiness } from '../../actions/platform/readiness.ts'
import type { Config } from '../../config.ts'
import { telemetryToken } from '../../domain/deployment/telemetry-token.ts'
import { startStateServer } from '../../state/server.ts'
import { startTelemetryServer } from '../../state/telemetry-server.ts'
import type { Pool } from '../../store/database/pool.ts'
import { startTunnels } from '../../tunnel/server.ts'
import { portShares } from '../../wiring/port-shares.ts'
import { startDataPlane } from '../../wiring/start-data-plane.ts'
import { startWorkerPort } from '../../workers/worker-port.ts'
import { atEnd } from '../run/at-end.ts'

/** Where the parts of a platform listen, beside its API. */
export interface OddPorts {
  gatewayUrl: string
  stateUrl: string
  relayUrl: string
  tunnelUrl: string
  workerUrl: string
  /** Where the containers of a release report. */
  telemetryOf(releaseId: string): Promise<string>
}

const host = '127.0.0.1'
const at = (port: number | undefined) => `http://${host}:${port}`

/** Starts every part that has a port of its own, and makes their addresses those of the platform. */
export async function oddPorts(platform: Platform, pool: Pool): Promise<OddPorts> {
  const ports = { api: 0, gateway: 0, state: 0, relay: 0, simulator: 0 }
  const config = { roles: new Set(['gateway', 'relay', 'worker']), bind: host, ports, trustedProxies: [] }
  const readiness = createReadiness(platform)
  readiness.watchEngine({ refusal: null, problems: [], probe: async () => [] })
  const isEnding = () => false
  const dataPlane = await startDataPlane(() => platform, pool, config as unknown as Config, isEnding, readiness)
  const state = await startStateServer(platform, { host, port: 0 })
  const telemetry = await startTelemetryServer(platform, { host, port: 0 })
  const tunnels = await startTunnels(platform, { host, port: 0 })
  const worker = await startWorkerPort(platform, {
    host,
    port: 0,
    readiness,
    isEnding,
    shares: portShares('worker', []),
  })
  atEnd(async () => {
    await Promise.all([worker.stop(), tunnels.stop(), telemetry.stop(), state.stop()])
    await dataPlane.stop()
  })
  const addresses = {
    gatewayUrl: at(dataPlane.gatewayPort),
    relayUrl: at(dataPlane.relayPort),
    tunnelUrl: at(tunnels.port),
  }
  Object.assign(platform.addresses, addresses)
  return {
    ...addresses,
    stateUrl: at(state.port),
    workerUrl: at(worker.port),
    async telemetryOf(releaseId) {
      const token = telemetryToken(await platformSecret(platform, 'telemetry'), releaseId)
      return `${at(telemetry.port)}/otlp/${token}`
    },
  }
}
