import { tenantAccessOf } from '@mkt/manifest'
import { enforcementOf } from '../../domain/deployment/egress-enforcement.ts'
import { sheetLines } from '../../domain/listing/data-sheet.ts'
import { tenantWay } from '../../domain/tenant/relay-mode.ts'
import { declaredOf } from '../../domain/traffic/egress.ts'
import { shownHosts } from '../../domain/trust/observed-hosts.ts'
import { observedLines } from '../../domain/trust/observed-lines.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'
import { countFields } from '../../store/field/field-uses.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { countInstallations, type Installation } from '../../store/installation/installations.ts'
import { dataSheetChecks } from '../../store/listing/data-sheet-checks.ts'
import type { Listing } from '../../store/listing/listings.ts'
import type { Release } from '../../store/release/releases.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import { approvedReviews, countTenantCalls, observedHosts } from '../../store/trust/observations.ts'
import { readSignatures } from '../image/read-signatures.ts'
import type { Platform } from '../platform/platform.ts'
import { observedSince } from './observed-since.ts'
import { readMaterials } from './read-materials.ts'

const MAX_REVIEWS = 50

export interface TrustSubject {
  listing: Listing
  release: Release
  /** Without it: what everybody may know of the release. */
  installation?: Installation
}

export type Trust = Awaited<ReturnType<typeof readTrust>>

/** Facts of a release; the register reads them once for all its installations. */
export async function readReleaseFacts(
  platform: Pick<Platform, 'db' | 'clock' | 'blobs'>,
  { listing, release }: TrustSubject,
) {
  const [materials, signatures, checks, reviews] = await Promise.all([
    readMaterials(platform, release),
    readSignatures(platform, listing, release.imageDigest),
    dataSheetChecks(platform.db, listing.id),
    approvedReviews(platform.db, listing.id, MAX_REVIEWS),
  ])
  return { materials, signatures, sheet: sheetLines(listing.dataSheet, checks), reviews }
}

/** Everything that is declared, checked and observed of a release, as one installation or everybody may see it. */
export async function readTrust(
  platform: Pick<Platform, 'db' | 'clock' | 'blobs' | 'policy'>,
  subject: TrustSubject,
  facts?: Awaited<ReturnType<typeof readReleaseFacts>>,
) {
  const { listing, release, installation } = subject
  const known = facts ?? (await readReleaseFacts(platform, subject))
  const since = observedSince(platform.clock.now())
  const installed = installation === undefined ? null : await readInstalled(platform, installation, since)
  const { tenant, settings, fields } = installed ?? { tenant: undefined, settings: {}, fields: null }
  const declared = declaredOf(release.manifest, settings)
  const hosts = shownHosts(
    await observedHosts(platform.db, { listingId: listing.id, releaseId: release.id }, since),
    declared ?? [],
    tenant?.apiUrl,
  )
  const asked = tenantAccessOf(release.manifest)
  const way = tenant === undefined ? null : tenantWay(tenant.relay, asked)
  const calls =
    installation !== undefined && (way === 'read' || way === 'write')
      ? await countTenantCalls(platform.db, installation.id, since)
      : null
  const [counts, engine] = await Promise.all([countInstallations(platform.db, [listing.id]), engineFact(platform.db)])
  const declares = release.manifest.platform?.egress !== undefined
  return {
    ...known,
    listing,
    release,
    egress: {
      enforcement: enforcementOf(platform.policy.egress, declares, engine?.egress),
      declared,
      observed: hosts,
      shared: (counts.get(listing.id) ?? 0) > 1,
    },
    policySystem: { asked, way, calls },
    fields,
    observed: observedLines({ hosts, calls, fields }),
  }
}

async function readInstalled(
  platform: Pick<Platform, 'db'>,
  installation: Installation,
  since: Date,
): Promise<{
  tenant: Tenant | undefined
  settings: Record<string, unknown>
  fields: Awaited<ReturnType<typeof countFields>>
}> {
  const [tenant, configuration, fields] = await Promise.all([
    tenantById(platform.db, installation.tenantId),
    configurationAt(platform.db, installation.id, installation.revision),
    countFields(platform.db, installation.id, since.toISOString().slice(0, 10)),
  ])
  return { tenant, settings: configuration?.settings ?? {}, fields }
}
