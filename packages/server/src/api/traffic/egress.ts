import type { Manifest } from '@mkt/manifest'
import type { Platform } from '../../actions/platform/platform.ts'
import { enforcementOf } from '../../domain/deployment/egress-enforcement.ts'
import { toItems } from '../../domain/platform/items.ts'
import { declaredOf, forCustomer, nameOwnParts } from '../../domain/traffic/egress.ts'
import { observedEgress } from '../../store/deployment/egress-counts.ts'
import { engineFact } from '../../store/deployment/engine-facts.ts'
import { configurationAt } from '../../store/installation/configurations.ts'
import { countInstallations } from '../../store/installation/installations.ts'
import { newestApprovedRelease, releaseById } from '../../store/release/releases.ts'
import { tenantById } from '../../store/tenant/tenants.ts'
import { type Route, route } from '../http/route.ts'
import { installationSubject } from '../installation/installations.ts'
import { listingSubject } from '../listing/listings.ts'

const HOUR_MS = 3_600_000
const MAX_ROWS = 2_000

export function egressRoutes(platform: Platform): Route[] {
  const { db, clock } = platform
  const observed = async (of: Parameters<typeof observedEgress>[1], hours: number) => {
    const since = new Date(clock.now().getTime() - hours * HOUR_MS)
    return nameOwnParts(await observedEgress(db, of, since, MAX_ROWS), platform.addresses)
  }
  const enforcement = async (manifest: Manifest | undefined) =>
    enforcementOf(platform.policy.egress, manifest?.platform?.egress !== undefined, (await engineFact(db))?.egress)
  return [
    route('getListingEgress', {
      async subject({ params }) {
        const { organizationId, listing } = await listingSubject(platform, params.id)
        return { organizationId, listing }
      },
      async handle({ subject: { listing }, query }) {
        const rows = await observed({ listingId: listing.id }, query.hours)
        // What customers run; before a first approval, what its publisher tries.
        const release =
          (await newestApprovedRelease(db, listing.id)) ??
          (listing.currentReleaseId === null ? undefined : await releaseById(db, listing.currentReleaseId))
        return {
          enforcement: await enforcement(release?.manifest),
          observed: toItems(
            rows,
            ({ host }) => host,
            ({ releaseId, version, ...row }) => ({ ...answer(row), release: { id: releaseId, version } }),
          ),
        }
      },
    }),
    route('getInstallationEgress', {
      subject: ({ params }) => installationSubject(platform, params.id),
      async handle({ subject: { installation }, query }) {
        const { id, listingId, releaseId, tenantId, revision } = installation
        const [release, tenant, configuration, counts] = await Promise.all([
          releaseById(db, releaseId),
          tenantById(db, tenantId),
          configurationAt(db, id, revision),
          countInstallations(db, [listingId]),
        ])
        const declared = release === undefined ? null : declaredOf(release.manifest, configuration?.settings ?? {})
        const rows = await observed({ listingId, releaseId }, query.hours)
        return {
          enforcement: await enforcement(release?.manifest),
          declared,
          shared: (counts.get(listingId) ?? 0) > 1,
          observed: toItems(
            forCustomer(rows, declared ?? [], tenant?.apiUrl ?? ''),
            ({ host }) => host,
            (row) => ({ ...answer(row), declared: row.declared }),
          ),
        }
      },
    }),
  ]
}

function answer(row: Omit<Awaited<ReturnType<typeof observedEgress>>[number], 'releaseId' | 'version'>) {
  const { hour, host, port, connections, sentBytes, receivedBytes, refused, lastRefusal } = row
  return {
    hour: hour.toISOString(),
    host,
    port: port || null,
    connections,
    sentBytes,
    receivedBytes,
    refused,
    lastRefusal,
  }
}
