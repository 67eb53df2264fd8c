import type { Variant } from '@mkt/manifest'
import { Secret } from '../../lib/secret.ts'
import { type CredentialKind, type Credentials, credentialKinds } from './credential.ts'

/** One set as a person gives it: user name and password, or the client credentials of an identity provider. */
export type GivenSet = { username: string; password: string } | { clientId: string; clientSecret: string }

/** Credentials as a person gives them: two sets for the connected variant, one token for the enterprise variant. */
export type GivenCredentials = { integration?: GivenSet | undefined; data?: GivenSet | undefined } | { token: string }

/** A change of the credentials of an installation: a set that is `null` is erased, one that is left out stays. */
export type ChangedCredentials =
  | { integration?: GivenSet | null | undefined; data?: GivenSet | null | undefined }
  | { token: string | null }

/** One set of credentials with what it is for. */
export interface CredentialSet {
  kind: CredentialKind
  credentials: Credentials
}

function fromSet(set: GivenSet): Credentials {
  return 'username' in set
    ? { by: 'password', username: set.username, password: new Secret(set.password) }
    : { by: 'client', clientId: set.clientId, clientSecret: new Secret(set.clientSecret) }
}

/** The sets that were given; from here on their secrets cannot be printed. */
export function credentialSets(given: GivenCredentials): CredentialSet[] {
  if ('token' in given) return [{ kind: 'token', credentials: { by: 'token', token: new Secret(given.token) } }]
  const { integration, data } = given
  return [
    ...(integration ? [{ kind: 'integration' as const, credentials: fromSet(integration) }] : []),
    ...(data ? [{ kind: 'data' as const, credentials: fromSet(data) }] : []),
  ]
}

/** The sets that a change gives new values. */
export function givenSets(change: ChangedCredentials): GivenCredentials {
  if ('token' in change) return change.token === null ? {} : { token: change.token }
  return { integration: change.integration ?? undefined, data: change.data ?? undefined }
}

/** The sets of a change that are erased. */
export function erasedKinds(change: ChangedCredentials): CredentialKind[] {
  return credentialKinds.filter((kind) => (change as Partial<Record<CredentialKind, unknown>>)[kind] === null)
}

/** The sets a variant takes. */
export function kindsOf(variant: Variant): CredentialKind[] {
  return credentialKinds.filter((kind) => fitsVariant(kind, variant))
}

/** Whether credentials are of the kind the variant takes. */
export function fitsVariant(kind: CredentialKind, variant: Variant): boolean {
  return (kind === 'token') === (variant === 'enterprise')
}
