import type { RegistrationSecrets, WantedRegistration } from '../../domain/registration/registration.ts'
import type { Credentials } from '../../domain/tenant/credential.ts'
import type { DerivedSchema } from '../../domain/tenant/derived-schema.ts'
import type { Token } from '../../domain/tenant/token.ts'
import type { Secret } from '../../lib/secret.ts'
import type { Resent } from './resend-each.ts'

export type Purpose = 'integration' | 'data'

/** One change in the tenant: the difference it repairs in words, and how. */
export interface PlannedStep {
  words: string
  /** It is for the platform alone: declined, everything else is registered anyway. */
  optional?: boolean
  run(): Promise<void>
}

/** What was found registered in a tenant at one moment. */
export interface Observation {
  /** The steps that bring one installation's registration to what is wanted; none when it is. */
  plan(installationId: string, wanted: WantedRegistration, secrets: RegistrationSecrets): PlannedStep[]
  /** Has the policy system send again what it set aside for this installation, until the time is up: at least one event of it. */
  resendDiverted(installationId: string, isLate: () => boolean): Promise<Resent>
}

/** A tenant's policy system, whichever variant. Every function throws `PolicySystemError` when it does not go well. */
export interface PolicySystem {
  signIn(credentials: Credentials, purpose: Purpose): Promise<Token>
  /** Shows that a token may do what it is for. */
  checkAccess(token: Secret, purpose: Purpose): Promise<void>
  readSchema(token: Secret): Promise<DerivedSchema>
  observe(token: Secret): Promise<Observation>
}
