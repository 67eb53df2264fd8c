import type { EgressHost, EgressSetting, Manifest } from './manifest.ts'

export const DEFAULT_EGRESS_PORT = 443

/**
 * Where a checked manifest says its application sends data, with defaults filled in and names in lower case. Undefined when
 * it says nothing: then every public host may be reached.
 *
 * @example declaredEgress({ name: 'acme/app', version: '1.0.0', platform: { egress: [] } }) // { hosts: [], settings: [] }
 */
export function declaredEgress(
  manifest: Manifest,
): { hosts: Required<EgressHost>[]; settings: Required<EgressSetting>[] } | undefined {
  const entries = manifest.platform?.egress
  if (entries === undefined) return undefined
  const hosts: Required<EgressHost>[] = []
  const settings: Required<EgressSetting>[] = []
  for (const entry of entries) {
    const { purpose, personalData = false } = entry
    if ('setting' in entry) settings.push({ setting: entry.setting, purpose, personalData })
    else hosts.push({ host: entry.host.toLowerCase(), port: entry.port ?? DEFAULT_EGRESS_PORT, purpose, personalData })
  }
  return { hosts, settings }
}

/**
 * Whether a declared host covers a name, or a narrower declaration. A wildcard covers any depth below its name, not the name.
 *
 * @example coversHost('*.vin.example', 'api.eu.vin.example') // true
 */
export function coversHost(declared: string, name: string): boolean {
  return (
    declared === name ||
    (declared.startsWith('*.') && name.endsWith(declared.slice(1)) && name.length > declared.length - 1)
  )
}

/**
 * Host and port of the address that a customer entered in a setting, or undefined when it is none that can be opened: not
 * http or https, a single label, IPv6. Odd spellings of an IPv4 address come back in the usual one.
 *
 * @example addressEndpoint('https://hooks.northwind.example/policies') // { host: 'hooks.northwind.example', port: 443 }
 */
export function addressEndpoint(value: unknown): { host: string; port: number } | undefined {
  if (typeof value !== 'string' || !URL.canParse(value.trim())) return undefined
  const { protocol, hostname, port } = new URL(value.trim())
  if (protocol !== 'https:' && protocol !== 'http:') return undefined
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (!isHostName(host) && !/^\d+\.\d+\.\d+\.\d+$/.test(host)) return undefined
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const hostName = `(?:${label}\\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?`

/** What `host` looks like. The last label begins with a letter, which no spelling of an IP address does. */
export const hostPattern = `^(?:\\*\\.)?${hostName}$`
export const localhostPattern = '(?:^|\\.)[Ll][Oo][Cc][Aa][Ll][Hh][Oo][Ss][Tt]$'
export const HOST_CHARACTERS = 253

const declaredForm = new RegExp(hostPattern)
const localhostForm = new RegExp(localhostPattern)

export function isDeclarableHost(host: string): boolean {
  return host.length <= HOST_CHARACTERS && declaredForm.test(host) && !localhostForm.test(host)
}

function isHostName(host: string): boolean {
  return isDeclarableHost(host) && !host.startsWith('*')
}
