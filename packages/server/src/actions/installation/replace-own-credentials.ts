import { type ChangedCredentials, credentialSets, erasedKinds, givenSets } from '../../domain/tenant/credential-sets.ts'
import { type Installation, lockInstallation } from '../../store/installation/installations.ts'
import { deleteCredentialKinds, insertCredential } from '../../store/tenant/credentials.ts'
import { planSweep, tenantById } from '../../store/tenant/tenants.ts'
import { type Changing, change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { sealOwnCredentials } from './installation-credentials.ts'
import { noteInstallation } from './note-installation.ts'
import { refuseUninstalled } from './refuse-uninstalled.ts'

const CONSEQUENCE = 'it has no credentials any more.'

/**
 * Changes the credentials an installation has for itself alone. New ones are tried first; a set that is erased lets the installation
 * use the tenant's again. Replaced rows get a new id, so that no token of the former ones can be mistaken for one of the new ones.
 */
export async function replaceOwnCredentials(
  platform: Changing & Pick<Platform, 'policySystems' | 'vault'>,
  installation: Installation,
  given: ChangedCredentials,
  origin: Origin,
): Promise<void> {
  refuseUninstalled(installation, CONSEQUENCE)
  const tenant = await tenantById(platform.db, installation.tenantId)
  if (tenant === undefined) throw new Error(`tenant ${installation.tenantId} of ${installation.id} is gone`)
  const entered = credentialSets(givenSets(given)).map(({ kind }) => kind)
  const erased = erasedKinds(given)
  const rows = await sealOwnCredentials(platform, tenant, installation.id, givenSets(given))
  await change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const locked = await lockInstallation(trx, installation.id)
    if (locked === undefined) throw new Error(`installation ${installation.id} is gone`)
    refuseUninstalled(locked, CONSEQUENCE)
    await deleteCredentialKinds(trx, locked.id, [...entered, ...erased])
    for (const row of rows) await insertCredential(trx, row)
    // Operations that failed with the old credentials are retried now.
    await planSweep(trx, tenant.id, now)
    await noteInstallation(unit, trx, locked.id, { kind: 'credentials', message: messageOf(entered, erased) })
    const { id, organizationId } = locked
    return unit.record('installation.replace-credentials', { organizationId, id, details: { entered, erased } })
  })
}

function messageOf(entered: readonly string[], erased: readonly string[]): string {
  const parts = [
    ...(entered.length > 0 ? [`Own credentials were entered: ${entered.join(', ')}.`] : []),
    ...(erased.length > 0 ? [`Own credentials were erased: ${erased.join(', ')}. Those of the tenant are used.`] : []),
  ]
  return parts.length > 0 ? parts.join(' ') : 'The credentials stay as they are.'
}
