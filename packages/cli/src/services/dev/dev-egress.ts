import type { EgressCount, EgressRules } from '@mkt/engines'
import { addressEndpoint, declaredEgress, type Manifest } from '@mkt/manifest'

/** Where an application may send data while it is developed: what it declares, with the settings of the moment, and policy systems. */
export function devEgress(
  manifest: Manifest,
  settings: Readonly<Record<string, unknown>>,
  apiUrls: readonly string[],
): EgressRules {
  const declared = declaredEgress(manifest)
  const isAddress = ({ host }: { host: string }) => /^[\d.]+$/.test(host)
  const systems = apiUrls.flatMap((url) => endpointOf(url) ?? [])
  const endpoints = systems.filter(isAddress)
  if (declared === undefined) return { mode: 'enforce', hosts: null, endpoints }
  const named = declared.settings.flatMap(({ setting }) => endpointOf(settings[setting]) ?? [])
  const entered = [...named, ...systems.filter((one) => !isAddress(one))]
  return {
    mode: 'enforce',
    hosts: [...declared.hosts, ...entered.filter((one) => !isAddress(one))].map(({ host, port }) => ({ host, port })),
    endpoints: [...endpoints, ...entered.filter(isAddress)],
  }
}

/** What is entered for this machine is its loopback address: no name server knows `localhost`. */
const endpointOf = (entered: unknown) =>
  addressEndpoint(typeof entered === 'string' ? entered.replace(/\/\/localhost(?=[:/?#]|$)/, '//127.0.0.1') : entered)

/** A line for each host that was refused since the last look. `seen` keeps what was told already. */
export function refusedLines(counts: readonly EgressCount[], seen: Map<string, number>): string[] {
  return counts.flatMap(({ hour, host, port, refused, lastRefusal }) => {
    const key = `${hour} ${host} ${port}`
    if (refused <= (seen.get(key) ?? 0)) return []
    seen.set(key, refused)
    const where = port === 0 ? host : `${host}:${port}`
    return [
      `egress refused: ${where} (${lastRefusal ?? 'not allowed'}); declare it under platform.egress of platform-app.json`,
    ]
  })
}
