import type { EgressMode, EgressRules, Endpoint } from '@mkt/engines'
import { addressEndpoint, declaredEgress, type Manifest } from '@mkt/manifest'

/** An IPv4 address as URLs spell it. */
const ADDRESS = /^\d+\.\d+\.\d+\.\d+$/

/** What an installation that needs the deployment contributes: the values of its readable settings and its policy system. */
export interface EgressSource {
  settings: Readonly<Record<string, unknown>>
  apiUrl: string
}

export interface EgressInput {
  mode: EgressMode
  manifest: Manifest
  sources: readonly EgressSource[]
  /** Origins of the platform that applications call besides the state interface. */
  platformUrls: readonly string[]
  /** Origins of the platform that no application may call, whatever a tenant or setting says. */
  closedUrls: readonly string[]
}

/**
 * Where the instances of a deployment may send data now: what the manifest declares, what customers entered in the settings it names,
 * and always the policy systems of its installations. A manifest that declares nothing leaves every public host open.
 */
export function egressRules({ mode, manifest, sources, platformUrls, closedUrls }: EgressInput): EgressRules {
  const declared = declaredEgress(manifest)
  if (declared === undefined) return { mode, hosts: null, endpoints: [] }
  const entered = sources.flatMap(({ settings }) =>
    declared.settings.map(({ setting }) => addressEndpoint(settings[setting])),
  )
  const always = [...sources.map(({ apiUrl }) => apiUrl), ...platformUrls].map(endpointOf)
  const platform = unique(platformUrls.flatMap((url) => endpointOf(url) ?? []).filter(isNamed))
  const all = [...declared.hosts.map(({ host, port }) => ({ host, port })), ...entered, ...always]
  const closed = closedUrls.map(endpointOf)
  const isClosed = ({ host, port }: Endpoint) =>
    closed.some((one) => one?.port === port && (one.host === host || host.startsWith('127.')))
  const places = unique(all.filter((one) => one !== undefined && !isClosed(one)) as Endpoint[])
  return {
    mode,
    hosts: places.filter(isNamed),
    endpoints: places.filter(({ host }) => ADDRESS.test(host)),
    ...(platform.length === 0 ? {} : { platform }),
  }
}

function isNamed({ host }: Endpoint): boolean {
  return !ADDRESS.test(host) && !host.startsWith('[')
}

function endpointOf(address: string): Endpoint | undefined {
  const url = URL.parse(address)
  if (url === null) return undefined
  const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.toLowerCase().replace(/\.$/, '')
  return { host, port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80) }
}

/** In a fixed order, so that the same rules are the same text. */
function unique(places: readonly Endpoint[]): Endpoint[] {
  const byName = new Map(places.map(({ host, port }) => [`${host}:${port}`, { host, port }]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, place]) => place)
}
