import { hopByHop } from '@mkt/contract/app'
import { addressEndpoint, coversHost, declaredEgress, type Manifest } from '@mkt/manifest'
import { parsePairs } from '../../lib/otlp/parse-pairs.ts'

/** Application variables by which a publisher names a collector of its own. Containers do not get them. */
export const forwardVariables = { address: 'MKT_OTLP_FORWARD', headers: 'MKT_OTLP_FORWARD_HEADERS' } as const

export interface TelemetryTarget {
  /** The base address, without a slash at its end. */
  endpoint: string
  headers: Readonly<Record<string, string>>
}

const HEADER_NAME = /^[a-z0-9-]{1,100}$/i
const HEADER_VALUE = /^[\x20-\x7e]{0,4000}$/
const MAX_HEADERS = 20
/** These are the business of the connection. */
const ownHeaders = new Set([...hopByHop, 'host', 'content-length', 'content-type', 'expect'])

/**
 * Where telemetry of an application is forwarded to; null where its publisher named no collector, and why not where the one it named
 * cannot be used. The application may not send data there by way of the platform that it could not send itself: where its manifest
 * declares egress, the collector must be declared too.
 */
export function telemetryTarget(
  variables: Readonly<Record<string, string>>,
  manifest: Manifest,
): TelemetryTarget | { refused: string } | null {
  const address = variables[forwardVariables.address]?.trim()
  if (address === undefined || address === '') return null
  const endpoint = addressEndpoint(address)
  if (endpoint === undefined) return { refused: `${forwardVariables.address} is no http or https address` }
  const { username, password } = new URL(address)
  // What follows the path would take in the end of the address, and with it the choice of what is called.
  if (/[?#]/.test(address) || username !== '' || password !== '')
    return { refused: `${forwardVariables.address} has more than a host and a path` }
  const declared = declaredEgress(manifest)
  const covers = ({ host, port }: { host: string; port: number }) =>
    coversHost(host, endpoint.host) && port === endpoint.port
  if (declared !== undefined && !declared.hosts.some(covers))
    return { refused: 'the manifest does not declare egress to the collector' }
  const headers = parsePairs(variables[forwardVariables.headers] ?? '')
  const usable = Object.entries(headers ?? {}).every(
    ([name, value]) => HEADER_NAME.test(name) && !ownHeaders.has(name.toLowerCase()) && HEADER_VALUE.test(value),
  )
  if (headers === undefined || !usable || Object.keys(headers).length > MAX_HEADERS)
    return { refused: `${forwardVariables.headers} is no list such as authorization=Bearer%20abc` }
  return { endpoint: address.replace(/(?<!\/)\/+$/, ''), headers }
}

/** The variables that containers get. */
export function containerVariables(variables: Readonly<Record<string, string>>): Record<string, string> {
  const { [forwardVariables.address]: _address, [forwardVariables.headers]: _headers, ...others } = variables
  return others
}
