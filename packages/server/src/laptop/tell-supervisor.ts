import type { Addresses } from '../actions/platform/platform.ts'
import type { Config } from '../config.ts'
import type { SimulatorFacts } from './bootstrap.ts'

/**
 * Tells the supervisor, if there is one, that the start succeeded, and which variables start the same again: a port that was any free one must stay
 * the same, because browsers, applications and policy systems know it by now.
 */
export function tellSupervisor(
  ports: Config['ports'],
  addresses: Addresses,
  simulator: SimulatorFacts | undefined,
): void {
  const found = [
    ['MKT_API_PORT', ports.api, addresses.publicUrl],
    ['MKT_GATEWAY_PORT', ports.gateway, addresses.gatewayUrl],
    ['MKT_STATE_PORT', ports.state, addresses.stateUrl],
    ['MKT_RELAY_PORT', ports.relay, addresses.relayUrl],
    ['MKT_OTLP_PORT', ports.otlp, addresses.otlpUrl],
    ['MKT_SIMULATOR_PORT', ports.simulator, simulator?.connected.apiUrl ?? ''],
  ] as const
  const free = found.filter(([, port, url]) => port === 0 && URL.canParse(url))
  const again = Object.fromEntries(free.map(([name, , url]) => [name, new URL(url).port]))
  process.send?.({ ready: true, again })
}
