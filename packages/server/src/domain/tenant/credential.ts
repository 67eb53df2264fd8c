import type { Secret } from '../../lib/secret.ts'

/**
 * Credentials of a tenant. The connected variant has two sets: `integration` (an administrator, for registering) and
 * `data` (for reading records, and for the token that applications get). The enterprise variant has one personal access token for both.
 */
export const credentialKinds = ['integration', 'data', 'token'] as const
export type CredentialKind = (typeof credentialKinds)[number]

export type Credentials =
  | { by: 'password'; username: string; password: Secret }
  | { by: 'client'; clientId: string; clientSecret: Secret }
  | { by: 'token'; token: Secret }

/** A refused sign-in is not tried again for this long: repeated wrong passwords lock the account. */
export const REFUSAL_REST_MS = 15 * 60_000

/** Whether credentials may be used now, or rest because they were refused. */
export function mayTry(refusedAt: Date | null, now: Date): boolean {
  return refusedAt === null || now.getTime() - refusedAt.getTime() >= REFUSAL_REST_MS
}

/** The credentials an installation uses for a purpose: its own where it brought some, else those of the tenant. */
export function credentialFor<Row extends { kind: CredentialKind; installationId: string | null }>(
  rows: readonly Row[],
  purpose: 'integration' | 'data',
  installationId: string | null,
): Row | undefined {
  const fitting = rows.filter((row) => row.kind === purpose || row.kind === 'token')
  const own = installationId === null ? undefined : fitting.find((row) => row.installationId === installationId)
  return own ?? fitting.find((row) => row.installationId === null)
}

/** Whether an installation works with the credentials of its tenant, so that what becomes of them concerns the tenant. */
export function usesTenantCredentials(
  rows: readonly { kind: CredentialKind; installationId: string | null }[],
  purpose: 'integration' | 'data',
  installationId: string,
): boolean {
  return credentialFor(rows, purpose, installationId)?.installationId === null
}
