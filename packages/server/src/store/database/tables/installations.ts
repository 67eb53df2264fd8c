import type { Mapping, SecretMark } from '@mkt/manifest'
import type { Generated } from 'kysely'
import type { InstallationState, LastFailure, StopRequest } from '../../../domain/installation/installation.ts'
import type { DefaultTime, Json, OptionalTime, Time } from './core.ts'

export interface InstallationTables {
  installation: {
    id: string
    organization_id: string
    listing_id: string
    tenant_id: string
    release_id: string
    target_release_id: string | null
    considered_release_id: string | null
    target_configuration: Buffer | null
    state: InstallationState
    reason: string | null
    route_id: string
    name: Generated<string>
    revision: Generated<number>
    told_revision: Generated<number>
    pinned: Generated<boolean>
    recording: Generated<boolean>
    wave_release_id: string | null
    shadow_release_id: string | null
    returned_release_id: string | null
    sample_until: OptionalTime
    sample_full: Generated<boolean>
    on_autofill_failure: Generated<'block' | 'skip'>
    on_rater_failure: Generated<'refuse' | 'last'>
    last_answer_seconds: Generated<number>
    test: boolean
    install_sent_at: OptionalTime
    install_done_at: OptionalTime
    uninstall_done: Generated<boolean>
    started: Generated<boolean>
    registered: Generated<boolean>
    register_due: Generated<boolean>
    last_failure: Json<LastFailure> | null
    step: string | null
    step_since: OptionalTime
    step_tries: Generated<number>
    step_poll: string | null
    step_detail: string | null
    wish: Generated<number>
    stop_wanted: Json<StopRequest> | null
    due_at: OptionalTime
    lease_owner: string | null
    lease_until: OptionalTime
    key_epoch: Generated<number>
    generation: Generated<number>
    created_by: string | null
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  tunnel: {
    installation_id: string
    id: string
    organization_id: string
    opened_by: string
    session_id: string | null
    api_key_id: string | null
    secret_hash: Buffer | null
    ticket_hash: Buffer
    address: string | null
    opened_at: Time
    connected_at: OptionalTime
    lease_until: Time
  }
  configuration: {
    installation_id: string
    revision: number
    release_id: string
    settings: Json<Record<string, string>>
    mappings: Json<Mapping[]>
    marks: Json<Record<string, SecretMark>>
    restored_from: number | null
    created_by_kind: string
    created_by_id: string
    created_by_label: string
    created_at: DefaultTime
  }
  told_health: {
    installation_id: string
    code: string
    at: Time
  }
  secret: {
    installation_id: string
    name: string
    sealed: Buffer
    updated_at: Time
  }
  caller_secret: {
    id: string
    installation_id: string
    hash: Buffer
    sealed: Buffer
    registered_at: OptionalTime
    created_at: DefaultTime
  }
  signing_key: {
    id: string
    sealed: Buffer
    created_at: DefaultTime
  }
  ledger: {
    organization_id: string
    installation_id: string
    release_id: string
    hour: Time
    reads: number
    first_at: Time
    last_at: Time
  }
  installation_entry: {
    id: string
    installation_id: string
    at: DefaultTime
    kind: string
    level: 'info' | 'warning' | 'error'
    message: string
    details: Json<Record<string, unknown>>
  }
}
