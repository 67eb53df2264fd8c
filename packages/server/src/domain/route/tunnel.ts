import { limits } from '@mkt/contract/limits'
import { installationMachine } from '@mkt/contract/states'
import { isSignedBy, sign } from '../../lib/sign.ts'
import type { InstallationState } from '../installation/installation.ts'
import type { KeyRing } from '../platform/key-ring.ts'

export const tunnelTimes = {
  /** A row that nobody renewed for this long is gone: the process that held the connection died. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** A machine that does not answer a ping within this time is gone. */
  pingMs: 10_000,
} as const

/** Tunnels that an organization may have open at once. */
export const mostTunnels = limits.tunnels.value

/** Facts that determine whether an installation may have a tunnel. */
export interface TunnelFacts {
  installationId: string
  organizationId: string
  publisherId: string
  test: boolean
  state: InstallationState
  disabled: boolean
}

/** Why an installation takes no tunnel; undefined where it does. Only a publisher's own tests do. */
export function tunnelRefusal(facts: TunnelFacts): string | undefined {
  if (facts.organizationId !== facts.publisherId)
    return 'A tunnel is for the publisher of the app: this app belongs to another organization.'
  if (!facts.test) return 'A tunnel is for test installations, and this is none. Launch one with "mkt launch --test".'
  if (facts.disabled) return 'The organization is disabled.'
  if (installationMachine.states[facts.state].leaving || facts.state === 'UNINSTALLED')
    return 'The installation is being removed.'
  return undefined
}

/** The header with which one process proves to another that a request for a tunnel comes from the platform. */
export const tunnelHeader = 'x-mkt-tunnel'

export function tunnelLine(ring: KeyRing, tunnelId: string): string {
  const { id, secret } = ring.current()
  return `${tunnelHeader}: ${tunnelId} ${id} ${sign(secret, `tunnel ${tunnelId}`)}\r\n`
}

/** The tunnel that a request of another process is for; undefined where we did not sign it. */
export function readTunnelLine(ring: KeyRing, value: string): string | undefined {
  const [tunnelId = '', keyId = '', signature = '', ...rest] = value.split(' ')
  const key = rest.length === 0 ? ring.find(keyId) : undefined
  return key !== undefined && isSignedBy(key.secret, `tunnel ${tunnelId}`, signature) ? tunnelId : undefined
}
