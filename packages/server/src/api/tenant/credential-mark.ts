import type { CredentialKind } from '../../domain/tenant/credential.ts'
import type { Credential } from '../../store/tenant/credentials.ts'

const timeOrNull = (time: Date | null) => time?.toISOString() ?? null

/** What is shown of stored credentials: that they are set, and how they fared. */
export function credentialMark(row: Credential) {
  return {
    set: true as const,
    updatedAt: row.updatedAt.toISOString(),
    lastUsedAt: timeOrNull(row.lastUsedAt),
    lastFailedAt: timeOrNull(row.lastFailedAt),
    refusedAt: timeOrNull(row.refusedAt),
  }
}

/** The same for each set an installation may have for itself alone. */
export function ownMarks(kinds: readonly CredentialKind[], rows: readonly Credential[]) {
  return Object.fromEntries(
    kinds.map((kind) => {
      const row = rows.find((one) => one.kind === kind)
      return [kind, row === undefined ? { set: false as const } : credentialMark(row)]
    }),
  )
}
