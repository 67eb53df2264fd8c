import type { TenantAccess } from '@mkt/manifest'

/** Whether applications reach a tenant through the relay, and what they may do there at most. */
export const relayModes = ['off', 'read', 'write'] as const
export type RelayMode = (typeof relayModes)[number]

/** How an application gets into the policy system: with the customer's own token, through the relay, or not at all. */
export type TenantWay = 'direct' | 'read' | 'write' | 'none'

/** The narrower of what the customer lets applications do and what the manifest asks for. */
export function tenantWay(relay: RelayMode, asked: TenantAccess): TenantWay {
  if (asked === 'none') return 'none'
  if (relay === 'off') return 'direct'
  return relay === 'read' || asked === 'read' ? 'read' : 'write'
}

/** How a release on trial, or a shadow, gets into the policy system: through the relay, reading only, whatever the customer chose for live ones. */
export function isolatedWay(asked: TenantAccess): 'read' | 'none' {
  return asked === 'none' ? 'none' : 'read'
}
