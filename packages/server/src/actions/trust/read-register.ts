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

/** Releases and tenants that are remembered while the register is read. */
const REMEMBERED = 100

/**
 * Every installation of an organization with what is known about its app, one after the other: an organization may have thousands. What
 * a release says is read once for installations that follow each other closely.
 */
export async function* readRegister(
  platform: Pick<Platform, 'db' | 'clock' | 'blobs' | 'policy'>,
  organizationId: string,
): AsyncGenerator<RegisterRow> {
  const releases = new Map<string, Promise<{ listing: Listing; release: Release; facts: Facts }>>()
  const tenants = new Map<string, Promise<Tenant | undefined>>()
  for await (const installation of everyInstallation(platform, organizationId)) {
    const { releaseId, tenantId } = installation
    const { facts, ...subject } = await remember(releases, releaseId, () => readRelease(platform, installation))
    const tenant = await remember(tenants, tenantId, () => tenantById(platform.db, tenantId))
    const trust = await readTrust(platform, { ...subject, installation }, facts)
    yield { installation, tenant: { id: tenantId, name: tenant?.name ?? '' }, trust }
  }
}

function remember<Value>(known: Map<string, Promise<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
  const found = known.get(key)
  if (found !== undefined) return found
  for (const oldest of known.keys()) {
    if (known.size < REMEMBERED) break
    known.delete(oldest)
  }
  const value = read()
  known.set(key, value)
  return value
}

type Facts = Awaited<ReturnType<typeof readReleaseFacts>>

async function readRelease(platform: Pick<Platform, 'db' | 'clock' | 'blobs'>, { listingId, releaseId }: Installation) {
  const [listing, release] = await Promise.all([
    listingById(platform.db, listingId),
    releaseById(platform.db, releaseId),
  ])
  if (listing === undefined || release === undefined) throw new Error(`release ${releaseId} of an installation is gone`)
  return { listing, release, facts: await readReleaseFacts(platform, { listing, release }) }
}

async function* everyInstallation(
  platform: Pick<Platform, 'db'>,
  organizationId: string,
): AsyncGenerator<Installation> {
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
