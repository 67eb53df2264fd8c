import { wantDeployment } from '../../actions/deployment/wake-deployments.ts'
import { changeByPlatform } from '../../actions/platform/change.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { newId } from '../platform/new-id.ts'

/** Writes what deploys and launches write, without images, tenants and people. */
export async function rolloutRows(platform: Platform) {
  const { db, clock } = platform
  const organizationId = newId('org')
  await db.insertInto('organization').values({ id: organizationId, name: 'acme', title: 'Acme' }).execute()
  let minor = 0

  async function listing(): Promise<string> {
    const id = newId('lst')
    const names = { app_name: id, name: id, title: 'A' }
    await db
      .insertInto('listing')
      .values({ id, organization_id: organizationId, ...names, variant: 'connected', state: 'PUBLIC' })
      .execute()
    await db
      .insertInto('image')
      .values({ listing_id: id, digest: 'sha256:x', media_type: 'x', bytes: Buffer.alloc(0), annotations: '{}' })
      .execute()
    return id
  }

  /** A release that passed its checks; the rollout deploys it. */
  async function deploy(listingId: string, promoted = false): Promise<{ id: string; version: string }> {
    minor += 1
    const now = clock.now()
    const id = newId('rel', now)
    const version = `1.${minor}.0`
    const manifest = JSON.stringify({ name: 'acme/a', version })
    const parts = { version, major: 1, minor, patch: 0, manifest, manifest_text: manifest, image_digest: 'sha256:x' }
    const times = { created_at: now, promoted_at: promoted ? now : null }
    await db
      .insertInto('release')
      .values({ id, listing_id: listingId, ...parts, state: 'CHECKED', ...times })
      .execute()
    return { id, version }
  }

  async function launch(listingId: string, releaseId: string): Promise<string> {
    const id = newId('ins')
    await changeByPlatform(platform, async (unit) => {
      const { trx, now } = unit
      const places = { organization_id: organizationId, listing_id: listingId, tenant_id: 'ten_x', route_id: id }
      const times = { created_at: now, updated_at: now }
      await trx
        .insertInto('installation')
        .values({ id, ...places, release_id: releaseId, state: 'PENDING', test: true, ...times })
        .execute()
      return wantDeployment(unit, { id: releaseId, listingId })
    })
    return id
  }

  async function uninstall(id: string): Promise<void> {
    await db.updateTable('installation').set({ state: 'UNINSTALLED' }).where('id', '=', id).execute()
  }

  return { listing, deploy, launch, uninstall }
}
