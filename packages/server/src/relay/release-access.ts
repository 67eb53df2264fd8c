import { type TenantAccess, tenantAccessOf } from '@mkt/manifest'
import type { Db } from '../store/database/database.ts'
import { releaseById } from '../store/release/releases.ts'

const MAX = 10_000

/** What the manifest of a release asks for. Manifests never change, so each is read once. */
export function createReleaseAccess(db: Db): (releaseId: string) => Promise<TenantAccess | undefined> {
  const known = new Map<string, TenantAccess>()
  return async (releaseId) => {
    const access = known.get(releaseId)
    if (access !== undefined) return access
    const release = await releaseById(db, releaseId)
    if (release === undefined) return undefined
    if (known.size >= MAX) known.clear()
    known.set(releaseId, tenantAccessOf(release.manifest))
    return tenantAccessOf(release.manifest)
  }
}
