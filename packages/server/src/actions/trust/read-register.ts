import { listInstallations } from '../../store/installation/installation-lists.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { type Listing, listingById } from '../../store/listing/listings.ts'
import { type Release, releaseById } from '../../store/release/releases.ts'
import { type Tenant, tenantById } from '../../store/tenant/tenants.ts'
import type { Platform } from '../platform/platform.ts'
import { readReleaseFacts, readTrust, type Trust } from './read-trust.ts'

const BATCH = 200

export interface RegisterRow {
  installation: Installation
  tenant: Pick<Tenant, 'id' | 'name'>
  trust: Trust
}

/** Every installation of an organization with what is known about its app. What a release says is read once for all its installations. */
export async function readRegister(platform: Platform, organizationId: string): Promise<RegisterRow[]> {
  const releases = new Map<string, Promise<{ listing: Listing; release: Release; facts: Facts }>>()
  const tenants = new Map<string, Promise<Tenant | undefined>>()
  const rows: RegisterRow[] = []
  for await (const installation of everyInstallation(platform, organizationId)) {
    const { releaseId, tenantId } = installation
    const about = releases.get(releaseId) ?? readRelease(platform, installation)
    releases.set(releaseId, about)
    const tenant = tenants.get(tenantId) ?? tenantById(platform.db, tenantId)
    tenants.set(tenantId, tenant)
    const { facts, ...subject } = await about
    const trust = await readTrust(platform, { ...subject, installation }, facts)
    rows.push({ installation, tenant: { id: tenantId, name: (await tenant)?.name ?? '' }, trust })
  }
  return rows
}

type Facts = Awaited<ReturnType<typeof readReleaseFacts>>

async function readRelease(platform: Platform, { listingId, releaseId }: Installation) {
  const [listing, release] = await Promise.all([
    listingById(platform.db, listingId),
    releaseById(platform.db, releaseId),
  ])
  if (listing === undefined || release === undefined) throw new Error(`release ${releaseId} of an installation is gone`)
  return { listing, release, facts: await readReleaseFacts(platform, { listing, release }) }
}

async function* everyInstallation(platform: Platform, organizationId: string): AsyncGenerator<Installation> {
  for (let after: string | null = null; ; ) {
    const found: Installation[] = await listInstallations(
      platform.db,
      { organizationId, uninstalled: false },
      { limit: BATCH, after },
    )
    yield* found.slice(0, BATCH)
    if (found.length <= BATCH) return
    after = found[BATCH - 1]?.id ?? null
  }
}
