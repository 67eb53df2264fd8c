import type { Engine } from '@mkt/engines'
import type { Platform } from '../actions/platform/platform.ts'
import { judgeAddress } from '../outbound/address/allowed-address.ts'
import { directApiUrls } from '../store/tenant/tenants.ts'

/**
 * Applications call the policy system at the address that their state record gives. Where that is on this machine's
 * loopback, and allowed, they must find it there although the loopback they see is their own. The platform's own ports
 * (`own`) are never shown, whatever a tenant is said to be.
 */
export function loopbackEndpoints(
  urls: readonly string[],
  allow: readonly string[],
  own: readonly string[] = [],
): { host: string; port: number }[] {
  const ownPorts = own.map((text) => portOf(new URL(text)))
  return urls.flatMap((text) => {
    const url = URL.parse(text)
    if (url === null) return []
    const host = url.hostname === 'localhost' ? '127.0.0.1' : url.hostname.replace(/^\[|\]$/g, '')
    const port = portOf(url)
    if (ownPorts.includes(port)) return []
    const isLoopback = host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
    return isLoopback && judgeAddress(host, port, allow) === 'allowed' ? [{ host, port }] : []
  })
}

function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
}

/** Keeps the engine told about relay and telemetry port, and about policy systems that are reached without it, on this machine's loopback. */
export async function followTenants(platform: Platform, engine: Engine): Promise<() => void> {
  if (engine.showLoopback === undefined) return () => {}
  const { publicUrl, gatewayUrl, relayUrl, otlpUrl } = platform.addresses
  const tell = async () => {
    const urls = await directApiUrls(platform.db)
    const endpoints = loopbackEndpoints(urls, platform.policy.allowAddresses, [publicUrl, gatewayUrl])
    const platformPorts = loopbackEndpoints([relayUrl, otlpUrl], ['127.0.0.0/8', '::1'])
    await engine.showLoopback?.([...endpoints, ...platformPorts])
  }
  const changed = () =>
    void tell().catch((error: Error) =>
      platform.log.warn({ error: error.message }, 'Policy systems on this machine could not be shown to applications'),
    )
  const end = platform.changes.subscribe('tenant', { changed, reset: changed })
  await tell()
  return end
}
