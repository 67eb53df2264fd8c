import type { Db } from '../../store/database/database.ts'
import { type DeploymentRow, deploymentOfRelease } from '../../store/deployment/deployments.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'

/** Reads that many rows of one answer share, each made once. For the length of one answer only. */
export interface Lookups {
  listing(id: string): Promise<Listing | undefined>
  release(id: string): Promise<Release | undefined>
  tenant(id: string): Promise<Tenant | undefined>
  /** Of a release. */
  deployment(releaseId: string): Promise<DeploymentRow | undefined>
}

export function createLookups(db: Db): Lookups {
  const once = <Thing>(read: (db: Db, id: string) => Promise<Thing>) => {
    const known = new Map<string, Promise<Thing>>()
    return (id: string) => {
      const found = known.get(id) ?? read(db, id)
      known.set(id, found)
      return found
    }
  }
  return {
    listing: once(listingById),
    release: once(releaseById),
    tenant: once(tenantById),
    deployment: once(deploymentOfRelease),
  }
}
