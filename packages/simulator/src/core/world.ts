import type { ConnectedTenant } from './connected-tenant.ts'
import type { EnterpriseTenant } from './enterprise-tenant.ts'

/** Everything the stand-in remembers; plain JSON, so that it can live in a file. */
export type World = {
  seed: string
  /** Sign-in tokens issued before this generation are refused, as if they had expired. */
  tokenGeneration: number
  connected: ConnectedTenant[]
  enterprise: EnterpriseTenant[]
}
