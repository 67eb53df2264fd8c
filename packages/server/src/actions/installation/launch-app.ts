import { actorOf } from '../../domain/accounts/caller.ts'
import { newRouteId } from '../../domain/route/route-id.ts'
import { newId } from '../../lib/ids.ts'
import { insertConfiguration } from '../../store/installation/configurations.ts'
import { insertInstallation } from '../../store/installation/installations.ts'
import { putSecret } from '../../store/installation/secrets.ts'
import { insertCallerSecret } from '../../store/route/caller-secrets.ts'
import { wantDeployment } from '../deployment/wake-deployments.ts'
import { change } from '../platform/change.ts'
import { enforceQuota } from '../platform/enforce-quota.ts'
import type { Origin } from '../platform/origin.ts'
import { findUsableRelease } from '../release/find-release.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { sealOwnCredentials, storeCredentials } from './installation-credentials.ts'
import { launchableListing } from './launchable-listing.ts'
import { chooseName } from './name-installation.ts'
import { newCallerSecret } from './new-caller-secret.ts'
import { noteInstallation } from './note-installation.ts'
import { type LaunchInput, planLaunch } from './plan-launch.ts'
import { sealSecrets } from './stored-configuration.ts'

/** Launches an app: everything is checked first, and either all of it is created or nothing. Answers the id. */
export async function launchApp(platform: ReadingSchema, input: LaunchInput, origin: Origin): Promise<string> {
  const { organization } = input
  const { listing, release, tenant, test, followed, applied } = await planLaunch(platform, input, origin.caller)
  const actor = actorOf(origin.caller)
  const id = newId('ins', platform.clock.now(), platform.random)
  const place = { id, organizationId: organization.id }
  const secrets = await sealSecrets(platform, place, applied.entered)
  const caller = await newCallerSecret(platform, place)
  const credentials = input.credentials ? await sealOwnCredentials(platform, tenant, id, input.credentials) : []
  return change(platform, origin, async (unit) => {
    const { trx, now } = unit
    const name = await chooseName(trx, { tenantId: tenant.id, listingId: listing.id }, listing.title, input.name)
    await enforceQuota(unit, 'installations', organization.id)
    await insertInstallation(trx, {
      ...place,
      listingId: listing.id,
      tenantId: tenant.id,
      releaseId: release.id,
      consideredReleaseId: followed,
      routeId: newRouteId(unit.random),
      name,
      test,
      createdBy: actor.id,
      now,
    })
    // The new row waits for a move of the listing that is in progress. Suspended or withdrawn in the meantime, it takes no launch.
    await launchableListing(trx, listing.id, organization)
    await findUsableRelease(trx, listing, organization.id, release.id)
    await insertConfiguration(trx, {
      installationId: id,
      revision: 1,
      releaseId: release.id,
      ...applied.next,
      marks: applied.marks,
      restoredFrom: null,
      actor,
      now,
    })
    for (const secret of secrets) await putSecret(trx, id, secret)
    await insertCallerSecret(trx, caller.row)
    await storeCredentials(trx, credentials)
    await noteInstallation(unit, trx, id, {
      kind: 'state',
      message: `Launched ${listing.name} ${release.version} on the tenant ${tenant.name}.`,
    })
    await wantDeployment(unit, release)
    const details = { listing: listing.name, version: release.version, tenant: tenant.id, name, test }
    return unit.record('installation.launch', { organizationId: organization.id, id, details }).with(id)
  })
}
