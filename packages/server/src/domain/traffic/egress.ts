import { addressEndpoint, coversHost, declaredEgress, type Manifest } from '@mkt/manifest'

/** Declared egress of a manifest, with the host that the customer entered for each setting. */
export function declaredOf(manifest: Manifest, settings: Readonly<Record<string, unknown>>) {
  const declared = declaredEgress(manifest)
  if (declared === undefined) return null
  return [
    ...declared.hosts.map((entry) => ({ ...entry, setting: null })),
    ...declared.settings.map(({ setting, purpose, personalData }) => {
      const entered = addressEndpoint(settings[setting])
      return { host: entered?.host ?? null, port: entered?.port ?? null, setting, purpose, personalData }
    }),
  ]
}

export type DeclaredEgress = NonNullable<ReturnType<typeof declaredOf>>[number]

interface Counts {
  hour: Date
  host: string
  port: number
  connections: number
  sentBytes: number
  receivedBytes: number
  refused: number
  lastRefusal: string | null
}

/** Hosts that only other customers entered are theirs: a customer sees how much went there, not where. */
export const OTHER_CUSTOMERS = '(other customers)'
/** The platform itself, which passes requests on to the policy systems. */
export const RELAY = '(relay)'
/** The platform itself, which takes telemetry of applications. */
export const TELEMETRY = '(telemetry)'

/** Counts with parts of the platform by their names instead of their addresses. */
export function nameOwnParts<Row extends { host: string; port: number }>(
  rows: readonly Row[],
  { relayUrl, otlpUrl }: { relayUrl: string; otlpUrl: string },
): Row[] {
  const parts = [
    { name: RELAY, at: addressEndpoint(relayUrl) },
    { name: TELEMETRY, at: addressEndpoint(otlpUrl) },
  ]
  return rows.map((row) => {
    const part = parts.find(({ at }) => at?.host === row.host && at.port === row.port)
    return part === undefined ? row : { ...row, host: part.name, port: 0 }
  })
}

/** What a customer may see of what a shared container did: its own and the publisher's hosts by name, the rest added up by hour. */
export function forCustomer<Row extends Counts>(
  rows: readonly Row[],
  declared: readonly Pick<DeclaredEgress, 'host' | 'port'>[],
  apiUrl: string,
) {
  const policySystem = addressEndpoint(apiUrl)
  const seen = new Map<string, Counts & { declared: boolean }>()
  for (const row of rows) {
    const isDeclared = declared.some(
      ({ host, port }) => host !== null && coversHost(host, row.host) && (row.port === 0 || row.port === port),
    )
    const isPolicySystem = row.host === policySystem?.host && row.port === policySystem.port
    const isOwn = isDeclared || isPolicySystem || row.host.startsWith('(')
    const { hour, connections, sentBytes, receivedBytes, refused, lastRefusal } = row
    const host = isOwn ? row.host : OTHER_CUSTOMERS
    const port = isOwn ? row.port : 0
    const key = `${hour.getTime()} ${host} ${port}`
    const former = seen.get(key)
    seen.set(key, {
      hour,
      host,
      port,
      connections: connections + (former?.connections ?? 0),
      sentBytes: sentBytes + (former?.sentBytes ?? 0),
      receivedBytes: receivedBytes + (former?.receivedBytes ?? 0),
      refused: refused + (former?.refused ?? 0),
      lastRefusal: lastRefusal ?? former?.lastRefusal ?? null,
      declared: isDeclared || isPolicySystem || row.host === RELAY || row.host === TELEMETRY,
    })
  }
  return [...seen.values()]
}
