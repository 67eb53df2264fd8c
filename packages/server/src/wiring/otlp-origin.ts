import type { AppConfig } from '../app-config.ts'
import { originOf } from './origin-of.ts'

/**
 * Where containers report telemetry: the address that was given, else beside the state interface. Empty where nothing is taken, and where the state
 * interface is behind TLS, because then nobody but the operator knows what leads to the port.
 */
export function otlpOrigin(
  config: Pick<AppConfig, 'appTelemetry' | 'otlpUrl' | 'stateUrl' | 'applicationHost' | 'bind'>,
  port: number,
): string {
  if (!config.appTelemetry) return ''
  if (config.otlpUrl !== undefined) return config.otlpUrl
  if (config.stateUrl === undefined) return originOf(config.applicationHost ?? config.bind, port)
  const { protocol, hostname } = new URL(config.stateUrl)
  return protocol === 'http:' ? `http://${hostname}:${port}` : ''
}
