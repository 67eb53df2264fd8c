import type { Generated } from 'kysely'
import type { DefaultTime, Json, OptionalTime, Time } from './core.ts'

export type SignInStepKind = 'second-factor' | 'passkey-register' | 'passkey-sign-in' | 'passkey-step-up'

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
  factor_attempt: {
    holder: string
    failed: Generated<number>
    locked_until: OptionalTime
    at: DefaultTime
  }
}
