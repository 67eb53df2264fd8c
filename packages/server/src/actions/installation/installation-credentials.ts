import { credentialSets, type GivenCredentials } from '../../domain/tenant/credential-sets.ts'
import type { Trx } from '../../store/database/transaction.ts'
import { deleteInstallationCredentials, insertCredential, type NewCredential } from '../../store/tenant/credentials.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { checkCredentials } from '../tenant/check-credentials.ts'
import { sealNewCredential } from '../tenant/open-credential.ts'

export type { GivenCredentials } from '../../domain/tenant/credential-sets.ts'
export type SealedCredential = NewCredential

/** Checks and encrypts an installation's own credentials; refuses those that do not work. */
export async function sealOwnCredentials(
  platform: Pick<Platform, 'clock' | 'policySystems' | 'random' | 'vault'>,
  tenant: Tenant,
  installationId: string,
  given: GivenCredentials,
): Promise<SealedCredential[]> {
  const sets = credentialSets(given)
  await checkCredentials(platform, tenant, sets, 'The credentials of the installation were not accepted.')
  const { id: tenantId, organizationId } = tenant
  return Promise.all(
    sets.map((set) => sealNewCredential(platform, { organizationId, tenantId, installationId, ...set })),
  )
}

/** Keeps them, in the transaction that makes the installation. */
export async function storeCredentials(trx: Trx, rows: readonly SealedCredential[]): Promise<void> {
  for (const row of rows) await insertCredential(trx, row)
}

/** Erases them with the installation; tokens go along. */
export function eraseCredentials(trx: Trx, installationId: string): Promise<void> {
  return deleteInstallationCredentials(trx, installationId)
}
