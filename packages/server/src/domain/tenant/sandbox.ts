import type { Variant } from '@mkt/manifest'
import type { GivenCredentials } from './credential-sets.ts'

/** A simulated policy system that every organization may connect without an account of its own. */
export interface SandboxSystem {
  apiUrl: string
  hostName?: string | undefined
  tenantLocator?: string | undefined
  credentials: GivenCredentials
}

export type Sandbox = Partial<Record<Variant, SandboxSystem>>

export const sandboxNames: Record<Variant, string> = { connected: 'Sandbox', enterprise: 'Sandbox (enterprise)' }
