import type { Client } from '@mkt/contract/client'
import { Abort, wrongUsage } from '../../abort.ts'
import type { Listing } from '../listing/listings.ts'
import { ownOrganization } from '../platform/organization.ts'
import { chooseRelease, type Release } from '../release/releases.ts'
import { allTenants, type Tenant } from '../tenant/tenants.ts'
import type { ConfigurationChange } from './configuration-change.ts'
import type { Installation } from './installations.ts'
import { mergeMappings } from './merge-configuration.ts'

/** What can be launched where. */
export interface LaunchPlan {
  listing: Listing
  org: string
  /** Every tenant of the organization. */
  tenants: Tenant[]
  /** The release that would be launched; unknown when another organization has promoted none. */
  release: Release | undefined
}

export interface PlanRequest {
  /** Only of an app of one's own organization. */
  test: boolean
  /** An app of one's own, other than as a test. */
  real: boolean
  /** Id or version. */
  release: string | undefined
}

export async function planLaunch(
  client: Client,
  listing: Listing,
  { test, real, release }: PlanRequest,
): Promise<LaunchPlan> {
  if (test && !listing.own)
    throw new Abort(
      'forbidden',
      `${listing.name} belongs to another organization: only its publisher can test-launch it.`,
      { fix: 'Leave --test away to launch it as a customer.' },
    )
  if (test && real) throw wrongUsage('A launch is either a test or real.', 'Leave out --test or --real.')
  const { id: org } = await ownOrganization(client)
  return {
    listing,
    org,
    tenants: await allTenants(client, org),
    release: await releaseOf(client, listing, release, real),
  }
}

function releaseOf(
  client: Client,
  listing: Listing,
  named: string | undefined,
  real: boolean,
): Promise<Release | undefined> {
  if (named !== undefined) return chooseRelease(client, async () => listing, named)
  const id = (listing.own && !real ? listing.currentReleaseId : undefined) ?? listing.promotedReleaseId
  return id === null ? Promise.resolve(undefined) : client.getRelease({ params: { id } })
}

/** The tenants an app can be launched on: those of its variant. */
export function fittingTenants({ tenants, listing }: LaunchPlan): Tenant[] {
  const fitting = tenants.filter(({ variant }) => variant === listing.variant)
  if (fitting.length > 0) return fitting
  throw new Abort('tenant_missing', `Your organization has no ${listing.variant} tenant.`, {
    fix: 'Connect one with "mkt tenants connect", or in the console.',
  })
}

/** Credentials for one installation alone, as the API takes them. */
export type OwnCredentials = NonNullable<Parameters<Client['launchApp']>[0]['body']['credentials']>

export interface LaunchRequest {
  tenant: Tenant
  name: string | undefined
  real: boolean
  change: ConfigurationChange
  /** The installation whose settings and mappings it begins with. */
  copyFrom: string | undefined
  credentials: OwnCredentials | undefined
  /** The release was named, so exactly that one is launched. */
  exactRelease: boolean
}

/** Launches an app; answers at once. */
export function launchApp(client: Client, plan: LaunchPlan, request: LaunchRequest): Promise<Installation> {
  const { change, copyFrom, tenant, credentials } = request
  const given = change.mappings !== undefined || change.mapped.length > 0
  return client.launchApp({
    params: { org: plan.org },
    body: {
      listingId: plan.listing.id,
      tenantId: tenant.id,
      ...(request.name === undefined ? {} : { name: request.name }),
      ...(request.real ? { test: false } : {}),
      settings: change.settings,
      ...(copyFrom === undefined ? {} : { copyFrom }),
      ...(credentials === undefined ? {} : { credentials }),
      // A copy keeps the mappings of its source unless others are given.
      ...(copyFrom !== undefined && !given ? {} : { mappings: mergeMappings([], change) }),
      ...(request.exactRelease && plan.release !== undefined ? { releaseId: plan.release.id } : {}),
    },
  })
}
