import { furtherAccess } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { type AppliedConfiguration, applyConfiguration, emptyConfiguration } from '@mkt/manifest'
import { decideAccess } from '../../domain/accounts/access.ts'
import type { Caller } from '../../domain/accounts/caller.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { Listing } from '../../store/listing/listings.ts'
import type { Release } from '../../store/release/releases.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { findUsableRelease } from '../release/find-release.ts'
import type { ReadingSchema } from '../tenant/asking.ts'
import { copiedConfiguration } from './copied-configuration.ts'
import type { GivenCredentials } from './installation-credentials.ts'
import { launchableListing } from './launchable-listing.ts'
import { schemaForMappings } from './schema-for-mappings.ts'
import { accepted, refuseConfiguration } from './stored-configuration.ts'

export interface LaunchInput {
  organization: Organization
  listingId: string
  tenantId: string
  /** Unless given, the app's title. */
  name?: string | undefined
  /** Only of an app of one's own: false launches it as a customer would. */
  test?: boolean | undefined
  settings?: Record<string, unknown> | undefined
  mappings?: unknown[] | undefined
  releaseId?: string | undefined
  /** Another installation of the same app whose readable settings and mappings to begin with. */
  copyFrom?: string | undefined
  /** For this installation alone. */
  credentials?: GivenCredentials | undefined
}

/** A launch that was checked: everything it will write is known. */
export interface LaunchPlan {
  listing: Listing
  release: Release
  tenant: Tenant
  /** A publisher's launch of its own app is a test unless it says otherwise. */
  test: boolean
  /** The release that the installation would follow at this moment. */
  followed: string | null
  applied: Extract<AppliedConfiguration, { ok: true }>
}

/** Checks a launch: whether the caller may, what is launched where, and whether the configuration fits. Writes nothing. */
export async function planLaunch(platform: ReadingSchema, input: LaunchInput, caller: Caller): Promise<LaunchPlan> {
  const { organization } = input
  const listing = await launchableListing(platform.db, input.listingId, organization)
  const own = listing.organizationId === organization.id
  const test = input.test ?? own
  if (test && !own) {
    throw new Failure('forbidden', `${listing.name} belongs to another organization: only its publisher tests it.`)
  }
  refuseRealLaunch(caller, organization, test)
  const followed = test ? listing.currentReleaseId : listing.promotedReleaseId
  const releaseId = input.releaseId ?? followed
  if (releaseId === null) {
    const byOwner = test ? 'Deploy one first.' : 'Promote one first, or launch it as a test.'
    const remedy = own ? byOwner : 'Its publisher has to promote one first.'
    throw new Failure('listing_not_launchable', `${listing.name} has no release to launch yet. ${remedy}`)
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
  return { listing, release, tenant, test, followed, applied }
}

/** Developers and publishing keys launch tests only; installations of customers are their admins' affair. */
function refuseRealLaunch(caller: Caller, organization: Organization, test: boolean): void {
  if (test) return
  const decision = decideAccess(furtherAccess.launchForReal, caller, { organizationId: organization.id })
  if (decision !== 'allowed') {
    throw new Failure(
      'forbidden',
      'Launching with `test: false` needs an owner or admin, or a key with the scope `manage`.',
    )
  }
}

async function usableTenant(
  platform: Pick<Platform, 'db'>,
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
