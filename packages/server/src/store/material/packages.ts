import type { Db } from '../database/database.ts'

export interface PackageUse {
  releaseId: string
  listingId: string
  listingName: string
  organizationId: string
  version: string
  state: string
  package: string
  packageVersion: string
  purl: string
}

/** More than any platform has: an answer that leaves something out would be taken for a complete one. */
const MAX = 50_000

/**
 * Releases with a package, by its name or that of its source, newest first. `publishers` and `customers` are the organizations whose own
 * releases, or installed ones, are shown; null shows those of all.
 */
export function releasesWithPackage(
  db: Db,
  filter: {
    name: string
    version?: string | undefined
    publishers: readonly string[] | null
    customers: readonly string[] | null
  },
): Promise<PackageUse[]> {
  let query = db
    .selectFrom('sbom_package as found')
    .innerJoin('release', (join) =>
      join
        .onRef('release.listing_id', '=', 'found.listing_id')
        .onRef('release.image_digest', '=', 'found.image_digest'),
    )
    .innerJoin('listing', 'listing.id', 'release.listing_id')
    .select([
      'release.id as releaseId',
      'listing.id as listingId',
      'listing.name as listingName',
      'listing.organization_id as organizationId',
      'release.version',
      'release.state',
      'found.name as package',
      'found.version as packageVersion',
      'found.purl',
    ])
    .where((eb) => eb.or([eb('found.name', '=', filter.name), eb('found.matched_name', '=', filter.name)]))
  if (filter.version !== undefined) query = query.where('found.version', '=', filter.version)
  const { publishers, customers } = filter
  if (publishers !== null && customers !== null) {
    query = query.where((eb) =>
      eb.or([
        eb('listing.organization_id', 'in', nonEmpty(publishers)),
        eb.exists(
          eb
            .selectFrom('installation')
            .select('installation.id')
            .whereRef('installation.release_id', '=', 'release.id')
            .where('installation.state', '!=', 'UNINSTALLED')
            .where('installation.organization_id', 'in', nonEmpty(customers)),
        ),
      ]),
    )
  }
  return query.orderBy('release.id', 'desc').orderBy('found.purl').limit(MAX).execute()
}

/** Installations of releases, those of the given organizations only. */
export function installationsOfReleases(
  db: Db,
  releaseIds: readonly string[],
  organizationIds: readonly string[] | null,
) {
  let query = db
    .selectFrom('installation')
    .innerJoin('organization', 'organization.id', 'installation.organization_id')
    .innerJoin('tenant', 'tenant.id', 'installation.tenant_id')
    .select([
      'installation.id',
      'installation.release_id as releaseId',
      'installation.state',
      'installation.test',
      'organization.name as organization',
      'tenant.name as tenant',
    ])
    .where('installation.release_id', 'in', nonEmpty(releaseIds))
    .where('installation.state', '!=', 'UNINSTALLED')
  if (organizationIds !== null) query = query.where('installation.organization_id', 'in', nonEmpty(organizationIds))
  return query.orderBy('installation.id').limit(MAX).execute()
}

/** A list is never empty in SQL. */
function nonEmpty(list: readonly string[]): string[] {
  return list.length === 0 ? [''] : [...list]
}
