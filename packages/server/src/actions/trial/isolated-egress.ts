import type { EgressRules } from '@mkt/engines'
import { tenantAccessOf } from '@mkt/manifest'
import { egressRules } from '../../domain/deployment/egress-rules.ts'
import { isolatedWay } from '../../domain/tenant/relay-mode.ts'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'

/** Egress that a customer allowed for a trial: the release's declared hosts, with the values of the settings it names. */
export interface OpenedEgress {
  settings: Readonly<Record<string, unknown>>
}

/** Whether a container of this release reaches the policy system, by the relay. */
export function readsTenant({ addresses }: Pick<Platform, 'addresses'>, { manifest }: Release): boolean {
  return addresses.relayUrl !== '' && isolatedWay(tenantAccessOf(manifest)) === 'read'
}

/**
 * Where a container of a trial or a shadow sends data: nowhere but to the relay, unless the customer opened it. Enforced also where the operator
 * only has live applications reported: the customer was told that nothing leaves. Where telemetry is taken stays closed, whatever was opened: a
 * publisher could have it forwarded.
 */
export function isolatedEgress(
  platform: Pick<Platform, 'addresses'>,
  release: Release,
  opened: OpenedEgress | null,
): EgressRules {
  const { publicUrl, gatewayUrl, relayUrl, otlpUrl } = platform.addresses
  const { manifest } = release
  return egressRules({
    mode: 'enforce',
    manifest: opened === null ? { ...manifest, platform: { ...manifest.platform, egress: [] } } : manifest,
    sources: opened === null ? [] : [{ settings: opened.settings, apiUrl: '' }],
    platformUrls: readsTenant(platform, release) ? [relayUrl] : [],
    closedUrls: [publicUrl, gatewayUrl, otlpUrl],
  })
}
