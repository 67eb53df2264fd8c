import { furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { applyConfiguration, emptyConfiguration } from '@mkt/manifest'
import { decideAccess } from '../../domain/accounts/access.ts'
import { actorOf } from '../../domain/accounts/caller.ts'
import { mayLaunch } from '../../domain/listing/listing.ts'
import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { Db } from '../../store/database/database.ts'
import { insertConfiguration } from '../../store/installation/configurations.ts'
import { insertInstallation } from '../../store/installation/installations.ts'
import { putSecret } from '../../store/installation/secrets.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { insertCallerSecret } from '../../store/route/caller-secrets.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import { wantDeployment } from '../deployment/wake-deployments.ts'
import { change } from '../platform/change.ts'
import type { Origin } from '../platform/origin.ts'
import type { Platform } from '../platform/platform.ts'
import { findUsableRelease } from '../release/find-release.ts'
import { copiedConfiguration } from './copied-configuration.ts'
import { type GivenCredentials, sealCredentials, storeCredentials } from './installation-credentials.ts'
import { noteInstallation } from './note-installation.ts'
import { schemaForMappings } from './schema-for-mappings.ts'
import { accepted, refuseConfiguration, sealSecrets } from './stored-configuration.ts'

export interface LaunchInput {
  organization: Organization
  listingId: string
  tenantId: string
  settings?: Record<string, unknown> | undefined
  mappings?: unknown[] | undefined
  releaseId?: string | undefined
  /** Another installation of the same app whose readable settings and mappings to begin with. */
  copyFrom?: string | undefined
  /** For this installation alone. */
  credentials?: GivenCredentials | undefined
}

/** Launches an app: everything is checked first, and either all of it is created or nothing. Answers the id. */
export async function launchApp(platform: Platform, input: LaunchInput, origin: Origin): Promise<string> {
  const { organization } = input
  const listing = await launchableListing(platform.db, input.listingId, organization)
  const own = listing.organizationId === organization.id
  refuseRealLaunch(origin, organization, own)
  const followed = own ? listing.currentReleaseId : listing.promotedReleaseId
  const releaseId = input.releaseId ?? followed
  if (releaseId === null) {
    throw new Failure('listing_not_launchable', `${listing.name} has no release to launch yet. Deploy one first.`)
  }
  const release = await findUsableRelease(platform.db, listing, organization.id, releaseId)
  const tenant = await usableTenant(platform, input.tenantId, organization, listing)
  const { settings, mappings } = await copiedConfiguration(platform, input)
  const applied = accepted(
    applyConfiguration({
      manifest: release.manifest,
      variant: listing.variant,
      stored: emptyConfiguration,
      input: { settings, mappings },
      schema: await schemaForMappings(platform, tenant, mappings),
    }),
  )
  const now = platform.clock.now()
  const id = newId('ins', now, platform.random)
  const place = { id, organizationId: organization.id }
  const secrets = await sealSecrets(platform, place, applied.entered)
  const caller = await newCallerSecret(platform, place)
  const credentials = input.credentials ? await sealCredentials(platform, tenant, id, input.credentials) : []
  await change(platform, origin, async (unit) => {
    const { trx } = unit
    await insertInstallation(trx, {
      ...place,
      listingId: listing.id,
      tenantId: tenant.id,
      releaseId: release.id,
      consideredReleaseId: followed,
      routeId: newRouteId(platform),
      test: own,
      createdBy: actorOf(origin.caller).id,
      now,
    })
    // The new row waits for a move of the listing that is under way. Suspended or withdrawn in the meantime, it takes no launch.
    await launchableListing(trx, listing.id, organization)
    await insertConfiguration(trx, {
      installationId: id,
      revision: 1,
      releaseId: release.id,
      ...applied.next,
      marks: applied.marks,
      restoredFrom: null,
      actor: actorOf(origin.caller),
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
    const details = { listing: listing.name, version: release.version, tenant: tenant.id, test: own }
    return unit.record('installation.launch', { organizationId: organization.id, id, details })
  })
  return id
}

/** A new secret for the tenant to prove itself with: kept sealed to register it, and as a hash to compare. */
export async function newCallerSecret(platform: Platform, installation: { id: string; organizationId: string }) {
  const now = platform.clock.now()
  const secret = newToken('mkc', platform.random)
  const id = newId('cls', now, platform.random)
  const sealed = await platform.vault.seal(installation.organizationId, `caller secret ${id}`, secret)
  return { secret, row: { id, installationId: installation.id, hash: hashToken(secret), sealed, now } }
}

async function launchableListing(db: Db, id: string, organization: Organization): Promise<Listing> {
  const listing = await listingById(db, id)
  const own = listing?.organizationId === organization.id
  const hidden = listing?.state === null || listing?.state === 'DRAFT' || listing?.state === 'VERIFIED'
  if (!listing || (!own && hidden)) {
    throw new Failure('not_found', 'There is no such listing, or you may not see it. Check the id.')
  }
  if (!mayLaunch(listing, own)) {
    const disabled = listing.organizationDisabledAt !== null
    const standing = listing.state === null ? 'is not published yet' : `is ${listing.state}`
    const what = disabled ? 'is of a disabled publisher' : standing
    throw new Failure('listing_not_launchable', `${listing.name} ${what} and takes no new launches.`)
  }
  return listing
}

/** Developers and publishing keys launch tests only; installations of customers are their admins' affair. */
function refuseRealLaunch({ caller }: Origin, organization: Organization, test: boolean): void {
  if (test) return
  const decision = decideAccess(furtherAccess.launchForReal, caller, { organizationId: organization.id })
  if (decision !== 'allowed') {
    throw new Failure(
      'forbidden',
      'Launching an app for real takes an owner or admin, or a key with the scope `manage`.',
    )
  }
}

async function usableTenant(
  platform: Platform,
  id: string,
  organization: Organization,
  listing: Listing,
): Promise<Tenant> {
  const tenant = await tenantById(platform.db, id)
  if (!tenant || tenant.organizationId !== organization.id) {
    throw new Failure('not_found', 'There is no such tenant of this organization. Connect one, or check the id.')
  }
  if (tenant.variant !== listing.variant) {
    refuseConfiguration([
      {
        pointer: '/tenantId',
        rule: 'tenant.variant.mismatch',
        message: `${listing.name} is for the ${listing.variant} variant, the tenant is ${tenant.variant}.`,
      },
    ])
  }
  return tenant
}

/** Unguessable, and usable as a DNS label. */
function newRouteId(platform: Platform): string {
  const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
  return `r${[...platform.random.bytes(25)].map((byte) => alphabet.charAt(byte & 31)).join('')}`
}
