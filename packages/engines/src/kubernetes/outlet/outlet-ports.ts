/**
 * Ports at which the pod of an outlet listens. An ordinary user listens at no port below 1024, so each port of a host is one higher by
 * that number inside; the Service in front of the pod shows it where programs expect it.
 */
const SHIFT = 1_024
const HIGHEST = 65_535
const DNS_PORT = 53

/** Where the platform tells rules and asks for counts. */
export const CONTROL_PORT = SHIFT
export const RESOLVER_PORT = { shown: DNS_PORT, inside: SHIFT + DNS_PORT } as const

export function insidePort(port: number): number {
  return port + SHIFT
}

/** The ports that can be shown; those that the resolver needs and the highest ones cannot. */
export function shownPorts(ports: readonly number[]): number[] {
  const possible = ports.filter((port) => port !== DNS_PORT && port > 0 && insidePort(port) <= HIGHEST)
  return [...new Set(possible)].sort((a, b) => a - b)
}
