import type { CredentialKind, Credentials } from '../../domain/tenant/credential.ts'
import { newId } from '../../lib/ids.ts'
import { Secret } from '../../lib/secret.ts'
import type { Db } from '../../store/database/database.ts'
import { type NewCredential, sealedCredential } from '../../store/tenant/credentials.ts'
import type { Platform } from '../platform/platform.ts'

const aad = (id: string) => `credential ${id}`

function toText(credentials: Credentials): string {
  if (credentials.by === 'password') return JSON.stringify({ ...credentials, password: credentials.password.reveal() })
  if (credentials.by === 'client')
    return JSON.stringify({ ...credentials, clientSecret: credentials.clientSecret.reveal() })
  return JSON.stringify({ ...credentials, token: credentials.token.reveal() })
}

function fromText(text: string): Credentials {
  const stored = JSON.parse(text) as Record<string, string> & { by: Credentials['by'] }
  const secret = (name: string) => new Secret(stored[name] ?? '')
  if (stored.by === 'password') return { by: 'password', username: stored.username ?? '', password: secret('password') }
  if (stored.by === 'client')
    return { by: 'client', clientId: stored.clientId ?? '', clientSecret: secret('clientSecret') }
  return { by: 'token', token: secret('token') }
}

/** A row for new credentials, sealed; to be inserted in the transaction of the caller. */
export async function sealNewCredential(
  platform: Pick<Platform, 'vault' | 'clock' | 'random'>,
  input: {
    organizationId: string
    tenantId: string
    installationId: string | null
    kind: CredentialKind
    credentials: Credentials
  },
): Promise<NewCredential> {
  const now = platform.clock.now()
  const id = newId('crd', now, platform.random)
  return {
    id,
    tenantId: input.tenantId,
    installationId: input.installationId,
    kind: input.kind,
    sealed: await sealCredentials(platform, input.organizationId, id, input.credentials),
    now,
  }
}

export function sealCredentials(
  platform: Pick<Platform, 'vault'>,
  organizationId: string,
  id: string,
  credentials: Credentials,
): Promise<Buffer> {
  return platform.vault.seal(organizationId, aad(id), toText(credentials))
}

/** Opens what a credential holds, with the revision it belongs to and when it was entered. */
export async function openCredential(
  platform: Pick<Platform, 'vault'>,
  db: Db,
  organizationId: string,
  id: string,
): Promise<{ credentials: Credentials; revision: number; updatedAt: Date } | undefined> {
  const row = await sealedCredential(db, id)
  if (row === undefined) return undefined
  const text = await platform.vault.open(organizationId, aad(id), row.sealed)
  return { credentials: fromText(text.toString('utf8')), revision: row.revision, updatedAt: row.updatedAt }
}
