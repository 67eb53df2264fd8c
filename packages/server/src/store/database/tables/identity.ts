import type { Generated } from 'kysely'
import type { GroupRole } from '../../../domain/identity/group-role.ts'
import type { DefaultTime, Json, OptionalTime, Time } from './core.ts'

export type SignInStepKind =
  | 'second-factor'
  | 'passkey-register'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'sso'
  | 'tool'

export interface IdentityTables {
  totp: {
    person_id: string
    sealed: Buffer
    last_step: Generated<number>
    confirmed_at: OptionalTime
    created_at: DefaultTime
  }
  recovery_code: {
    person_id: string
    code_hash: Buffer
    used_at: OptionalTime
    created_at: DefaultTime
  }
  passkey: {
    id: string
    person_id: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    relying_party: string
    created_at: DefaultTime
    last_used_at: OptionalTime
  }
  sign_in_step: {
    token_hash: Buffer
    kind: SignInStepKind
    person_id: string | null
    data: Json<Record<string, unknown>>
    created_at: DefaultTime
    expires_at: Time
  }
  sso_connection: {
    id: string
    organization_id: string | null
    issuer: string
    client_id: string
    sealed_secret: Buffer | null
    groups_claim: Generated<string>
    default_role: Generated<string>
    group_roles: Json<GroupRole[]>
    trust_mfa: Generated<boolean>
    enforced: Generated<boolean>
    worked_at: OptionalTime
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  sso_domain: {
    id: string
    organization_id: string | null
    domain: string
    token: string
    verified_at: OptionalTime
    checked_at: OptionalTime
    failing_since: OptionalTime
    created_at: DefaultTime
  }
  sso_identity: {
    connection_id: string
    issuer: string
    subject: string
    person_id: string
    email: string
    created_at: DefaultTime
    last_used_at: OptionalTime
  }
  staff_break_glass: {
    person_id: string
  }
  device_sign_in: {
    device_hash: Buffer
    user_hash: Buffer
    address: string
    user_agent: string | null
    created_at: Time
    expires_at: Time
    polled_at: OptionalTime
    decision: Generated<'waiting' | 'approved' | 'refused'>
    person_id: Generated<string | null>
    session_id: Generated<string | null>
    organization_id: Generated<string | null>
  }
  scim_directory: {
    organization_id: string
    token_hash: Buffer
    created_at: DefaultTime
    last_used_at: OptionalTime
  }
  scim_user: {
    id: string
    organization_id: string
    person_id: string | null
    made_person: Generated<boolean>
    user_name: string
    external_id: string | null
    active: boolean
    display_name: string | null
    given_name: string | null
    family_name: string | null
    email: string | null
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  scim_group: {
    id: string
    organization_id: string
    display_name: string
    external_id: string | null
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  scim_group_member: {
    group_id: string
    user_id: string
  }
  factor_attempt: {
    holder: string
    failed: Generated<number>
    locked_until: OptionalTime
    at: DefaultTime
  }
}
