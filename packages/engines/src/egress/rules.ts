import { isIP } from 'node:net'

/** `enforce`: reach what the rules name and nothing else. `report`: count what would be refused. `open`: neither. */
export type EgressMode = 'enforce' | 'report' | 'open'

export interface Endpoint {
  host: string
  port: number
}

/** Where the instances of a deployment may send data. They change while instances run. */
export interface EgressRules {
  mode: EgressMode
  /** Names and ports, `*.` and a name for every name below it; null: every public host. */
  hosts: readonly Endpoint[] | null
  /** Addresses that are reachable as written: policy systems and parts of the platform that have no name. */
  endpoints: readonly Endpoint[]
  /** Names among the hosts that are the platform's own: an engine inside the same network reaches them at private addresses. */
  platform?: readonly Endpoint[]
}

export const OPEN_EGRESS: EgressRules = { mode: 'open', hosts: null, endpoints: [] }

/** How an instance's network is built. Closed: it has no way out but its guard. Watched: its guard sees the names it asks for. */
export function networkKind(rules: EgressRules): 'closed' | 'watched' | 'open' {
  if (rules.mode === 'open' || rules.hosts === null) return 'open'
  return rules.mode === 'enforce' ? 'closed' : 'watched'
}

/** The ports at which a name may be reached; none when it is not named. */
export function portsOf(rules: EgressRules, name: string): number[] {
  const matching = (rules.hosts ?? []).filter(({ host }) => coversName(host, name))
  return [...new Set(matching.map(({ port }) => port))]
}

/** All ports that the rules name. */
export function declaredPortsOf({ hosts, endpoints }: EgressRules): number[] {
  return [...new Set([...(hosts ?? []), ...endpoints].map(({ port }) => port))]
}

function coversName(host: string, name: string): boolean {
  return host === name || (host.startsWith('*.') && name.length > host.length - 1 && name.endsWith(host.slice(1)))
}

/** Reads rules from a file that another process wrote; null when they are none. */
export function parseRules(text: string): EgressRules | null {
  try {
    const { mode, hosts, endpoints, platform } = JSON.parse(text) as EgressRules
    if (!['enforce', 'report', 'open'].includes(mode) || !Array.isArray(endpoints)) return null
    return {
      mode,
      hosts: Array.isArray(hosts) ? hosts : null,
      endpoints: endpoints.filter(({ host }) => isIP(host) === 4),
      ...(Array.isArray(platform) ? { platform } : {}),
    }
  } catch {
    return null
  }
}
