import type { RegistrationState } from '@mkt/contract/states'
import type { Variant } from '@mkt/manifest'
import type { Generated } from 'kysely'
import type { WantedRegistration } from '../../../domain/registration/registration.ts'
import type { ConnectionTrouble } from '../../../domain/tenant/connection.ts'
import type { CredentialKind } from '../../../domain/tenant/credential.ts'
import type { RelayMode } from '../../../domain/tenant/relay-mode.ts'
import type { DefaultTime, Json, OptionalTime } from './core.ts'

/** A difference that a comparison found, and repaired. */
export interface Repair {
  at: string
  what: string
}

export interface TenantTables {
  tenant: {
    id: string
    organization_id: string
    name: string
    variant: Variant
    api_url: string
    host_name: string
    tenant_locator: string | null
    relay: Generated<RelayMode>
    schema: Json<unknown> | null
    schema_read_at: OptionalTime
    lease_owner: string | null
    lease_until: OptionalTime
    sweep_at: OptionalTime
    sweep_failures: Generated<number>
    checked_at: OptionalTime
    latency_ms: number | null
    /** Null while it answers. */
    trouble: ConnectionTrouble | null
    trouble_reason: string | null
    trouble_since: OptionalTime
    trouble_told_at: OptionalTime
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  credential: {
    id: string
    tenant_id: string
    installation_id: string | null
    kind: CredentialKind
    sealed: Buffer
    revision: Generated<number>
    updated_at: DefaultTime
    last_used_at: OptionalTime
    last_failed_at: OptionalTime
    refused_at: OptionalTime
  }
  token: {
    credential_id: string
    credential_revision: number
    sealed: Buffer | null
    obtained_at: OptionalTime
    expires_at: OptionalTime
    lease_owner: string | null
    lease_until: OptionalTime
  }
  registration: {
    installation_id: string
    organization_id: string
    tenant_id: string
    state: RegistrationState
    wanted: Json<WantedRegistration>
    sealed: Buffer
    difference: Json<Repair[]>
    failure: string | null
    checked_at: OptionalTime
    created_at: DefaultTime
    updated_at: DefaultTime
    reports_declined_at: OptionalTime
  }
}
