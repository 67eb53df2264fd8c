import type { Affected } from '../../domain/material/advisory.ts'
import type { Match } from '../../domain/material/finding.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'
import type { ImageKey } from './sboms.ts'

/** An advisory that names a package of the image; whether the version is affected is decided outside. */
export interface Candidate extends Affected {
  advisory: string
  installedEcosystem: string
  installedVersion: string
}

/** What may concern an image: withdrawn advisories do not. */
export function candidatesOf(db: Db, { listingId, imageDigest }: ImageKey): Promise<Candidate[]> {
  return db
    .selectFrom('sbom_package as found')
    .innerJoin('advisory_affected as affected', (join) =>
      join
        .onRef('affected.package', '=', 'found.matched_name')
        .onRef('affected.ecosystem_base', '=', 'found.ecosystem_base'),
    )
    .innerJoin('advisory', 'advisory.id', 'affected.advisory_id')
    .select([
      'affected.advisory_id as advisory',
      'affected.ecosystem',
      'affected.package',
      'affected.ranges',
      'affected.versions',
      'found.matched_version as installedVersion',
    ])
    .select((eb) => eb.ref('found.ecosystem').$castTo<string>().as('installedEcosystem'))
    .distinctOn(['affected.advisory_id', 'affected.ecosystem_base', 'affected.number', 'found.matched_version'])
    .where('found.listing_id', '=', listingId)
    .where('found.image_digest', '=', imageDigest)
    .where('advisory.withdrawn_at', 'is', null)
    .execute()
}

export interface NewFinding {
  advisory: string
  ecosystem: string
  package: string
  installed: string
  fixed: string[]
}

/** Replaces the findings of an image. What was found before keeps its date; answers those that are new. */
export async function replaceFindings(
  trx: Trx,
  { listingId, imageDigest }: ImageKey,
  found: readonly NewFinding[],
  now: Date,
): Promise<NewFinding[]> {
  const key = (row: Pick<NewFinding, 'advisory' | 'package' | 'installed'>) =>
    JSON.stringify([row.advisory, row.package, row.installed])
  const former = await trx
    .deleteFrom('finding')
    .where('listing_id', '=', listingId)
    .where('image_digest', '=', imageDigest)
    .returning(['advisory_id as advisory', 'package', 'installed', 'first_seen_at as firstSeenAt'])
    .execute()
  const known = new Map(former.map((row) => [key(row), row.firstSeenAt]))
  const unique = [...new Map(found.map((row) => [key(row), row])).values()]
  const rows = unique.map((row) => ({
    listing_id: listingId,
    image_digest: imageDigest,
    advisory_id: row.advisory,
    ecosystem: row.ecosystem,
    package: row.package,
    installed: row.installed,
    fixed: JSON.stringify(row.fixed),
    first_seen_at: known.get(key(row)) ?? now,
  }))
  for (let at = 0; at < rows.length; at += 1_000)
    await trx
      .insertInto('finding')
      .values(rows.slice(at, at + 1_000))
      .execute()
  return unique.filter((row) => !known.has(key(row)))
}

/** The advisories that fit an image. */
export function matchesOf(db: Db, { listingId, imageDigest }: ImageKey): Promise<Match[]> {
  return db
    .selectFrom('finding')
    .innerJoin('advisory', 'advisory.id', 'finding.advisory_id')
    .select([
      'advisory.id as advisory',
      'advisory.aliases',
      'advisory.summary',
      'advisory.severity',
      'advisory.score',
      'finding.package',
      'finding.ecosystem',
      'finding.installed',
      'finding.fixed',
      'finding.first_seen_at as firstSeenAt',
    ])
    .where('finding.listing_id', '=', listingId)
    .where('finding.image_digest', '=', imageDigest)
    .where('advisory.withdrawn_at', 'is', null)
    .orderBy('advisory.id')
    .execute()
}

/** Every image with a bill of materials, and the newest release that is it. */
export function imagesWithSbom(db: Db) {
  return db
    .selectFrom('sbom')
    .innerJoin('release', (join) =>
      join.onRef('release.listing_id', '=', 'sbom.listing_id').onRef('release.image_digest', '=', 'sbom.image_digest'),
    )
    .innerJoin('listing', 'listing.id', 'release.listing_id')
    .select([
      'sbom.listing_id as listingId',
      'sbom.image_digest as imageDigest',
      'listing.name as listingName',
      'listing.organization_id as organizationId',
      'release.version',
      'release.id as releaseId',
      'release.state',
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('installation')
          .innerJoin('release as run', 'run.id', 'installation.release_id')
          .select('installation.id')
          .whereRef('run.listing_id', '=', 'sbom.listing_id')
          .whereRef('run.image_digest', '=', 'sbom.image_digest')
          .where('installation.state', '!=', 'UNINSTALLED'),
      )
        .$castTo<boolean>()
        .as('installed'),
    )
    .distinctOn(['sbom.listing_id', 'sbom.image_digest'])
    .orderBy('sbom.listing_id')
    .orderBy('sbom.image_digest')
    .orderBy('release.id', 'desc')
    .execute()
}
