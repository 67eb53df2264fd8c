import type { ListingState } from '../../domain/listing/listing.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import type { TestApi } from '../platform/api.ts'
import { newId } from '../platform/new-id.ts'

/** Puts listings, releases and installations of them straight into the database, as publishing and running would leave them. */
export function testListings(api: TestApi) {
  const { db, clock } = api.platform
  let count = 0

  async function listing(organization: Organization, state: ListingState | null, texts: object = {}): Promise<string> {
    count += 1
    const id = newId('lst', clock.now())
    const app = `app-${count}`
    await db
      .insertInto('listing')
      .values({
        id,
        organization_id: organization.id,
        app_name: app,
        name: `${organization.name}/${app}`,
        title: `App ${count}`,
        variant: 'connected',
        state,
        about: 'About',
        requirements: 'Requirements',
        ...texts,
      })
      .execute()
    await db
      .insertInto('image')
      .values({ listing_id: id, digest: 'sha256:0', media_type: 'none', annotations: '{}', bytes: Buffer.of() })
      .execute()
    return id
  }

  /** A release that is LIVE; the one before becomes SUPERSEDED. */
  async function release(
    listingId: string,
    version: string,
    more: { manifest?: object; approvedAt?: Date; promoted?: boolean } = {},
  ): Promise<string> {
    api.clock.advance(1)
    const now = clock.now()
    const id = newId('rel', now)
    const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
    const manifest = JSON.stringify({ name: 'acme/app', version, ...more.manifest })
    await db.updateTable('release').set({ state: 'SUPERSEDED' }).where('listing_id', '=', listingId).execute()
    await db
      .insertInto('release')
      .values({
        id,
        listing_id: listingId,
        version,
        major,
        minor,
        patch,
        manifest,
        manifest_text: manifest,
        image_digest: 'sha256:0',
        state: 'LIVE',
        live_at: now,
        approved: more.approvedAt !== undefined,
        approved_at: more.approvedAt ?? null,
        promoted_at: more.promoted === true ? now : null,
      })
      .execute()
    await db
      .updateTable('listing')
      .set({ current_release_id: id, ...(more.promoted === true ? { promoted_release_id: id } : {}) })
      .where('id', '=', listingId)
      .execute()
    return id
  }

  /** An installation that runs. */
  async function installation(
    organization: Organization,
    refs: { listingId: string; releaseId: string },
    test: boolean,
  ): Promise<string> {
    const now = clock.now()
    const tenant = newId('ten', now)
    const address = { api_url: 'https://policy.example.test', host_name: 'policy.example.test' }
    await db
      .insertInto('tenant')
      .values({ id: tenant, organization_id: organization.id, name: tenant, variant: 'connected', ...address } as never)
      .execute()
    const id = newId('ins', now)
    await db
      .insertInto('installation')
      .values({
        id,
        organization_id: organization.id,
        listing_id: refs.listingId,
        release_id: refs.releaseId,
        tenant_id: tenant,
        state: 'RUNNING',
        route_id: id,
        test,
      })
      .execute()
    return id
  }

  return { listing, release, installation }
}
