import type { Manifest, Mapping } from '@mkt/manifest'
import { newCallerSecret } from '../../actions/installation/new-caller-secret.ts'
import { byPlatform } from '../../actions/platform/origin.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { connectTenant } from '../../actions/tenant/connect-tenant.ts'
import type { GivenCredentials } from '../../domain/tenant/credential-sets.ts'
import { newId } from '../../lib/ids.ts'
import { findOrganization, insertOrganization, type Organization } from '../../store/accounts/organizations.ts'
import { insertCallerSecret } from '../../store/route/caller-secrets.ts'
import type { Tenant } from '../../store/tenant/tenants.ts'
import type { ConnectedBody, EnterpriseBody } from '../outside/simulator.ts'

export interface TenantWorld {
  organization: Organization
  connect(body: ConnectedBody | EnterpriseBody): Promise<Tenant>
  /** An installation as launching leaves it; only what registering looks at. */
  install(tenant: Tenant, platformPart: Manifest['platform'], mappings?: Mapping[]): Promise<string>
  /** Another release and other mappings for an installation. */
  change(installationId: string, platformPart: Manifest['platform'], mappings?: Mapping[]): Promise<void>
}

/** An organization with tenants and installations, made without the interface. */
export async function tenantWorld(platform: Platform): Promise<TenantWorld> {
  const { db, random, clock } = platform
  const organizationName = `org-${random.bytes(4).toString('hex')}`
  await insertOrganization(db, {
    id: newId('org', clock.now(), random),
    name: organizationName,
    title: 'An insurer',
    now: clock.now(),
  })
  const organization = (await findOrganization(db, organizationName)) as Organization
  let releases = 0

  async function addRelease(listingId: string, name: string, platformPart: Manifest['platform']): Promise<string> {
    releases += 1
    const manifest = { name, version: `1.${releases}.0`, ...(platformPart ? { platform: platformPart } : {}) }
    const id = newId('rel', clock.now(), random)
    await db
      .insertInto('release')
      .values({
        id,
        listing_id: listingId,
        version: manifest.version,
        major: 1,
        minor: releases,
        patch: 0,
        manifest: JSON.stringify(manifest),
        manifest_text: JSON.stringify(manifest),
        image_digest: 'sha256:0',
        state: 'SUPERSEDED',
      })
      .execute()
    return id
  }

  async function configure(installationId: string, revision: number, releaseId: string, mappings: Mapping[]) {
    await db
      .insertInto('configuration')
      .values({
        installation_id: installationId,
        revision,
        release_id: releaseId,
        settings: '{}',
        mappings: JSON.stringify(mappings),
        marks: '{}',
        created_by_kind: 'platform',
        created_by_id: 'platform',
        created_by_label: 'platform',
      })
      .execute()
  }

  return {
    organization,
    connect: (body) =>
      connectTenant(platform, { organization, ...body, credentials: body.credentials as GivenCredentials }, byPlatform),

    async install(tenant, platformPart, mappings = []) {
      const listingId = newId('lst', clock.now(), random)
      const appName = `app-${random.bytes(6).toString('hex')}`
      const name = `${organizationName}/${appName}`
      await db
        .insertInto('listing')
        .values({
          id: listingId,
          organization_id: organization.id,
          app_name: appName,
          name,
          title: 'An app',
          variant: tenant.variant,
          state: 'PUBLIC',
        })
        .execute()
      await db
        .insertInto('image')
        .values({
          listing_id: listingId,
          digest: 'sha256:0',
          media_type: 'none',
          annotations: '{}',
          bytes: Buffer.of(),
        })
        .execute()
      const releaseId = await addRelease(listingId, name, platformPart)
      const id = newId('ins', clock.now(), random)
      await db
        .insertInto('installation')
        .values({
          id,
          organization_id: organization.id,
          listing_id: listingId,
          tenant_id: tenant.id,
          release_id: releaseId,
          state: 'RUNNING',
          route_id: `r${random.bytes(12).toString('hex')}`,
          test: false,
        })
        .execute()
      await configure(id, 1, releaseId, mappings)
      const caller = await newCallerSecret(platform, { id, organizationId: organization.id })
      await insertCallerSecret(db, caller.row)
      return id
    },

    async change(installationId, platformPart, mappings = []) {
      const row = await db
        .selectFrom('installation')
        .innerJoin('listing', 'listing.id', 'installation.listing_id')
        .select(['listing.id as listingId', 'listing.name as name', 'installation.revision as revision'])
        .where('installation.id', '=', installationId)
        .executeTakeFirstOrThrow()
      const releaseId = await addRelease(row.listingId, row.name, platformPart)
      await configure(installationId, row.revision + 1, releaseId, mappings)
      await db
        .updateTable('installation')
        .set({ release_id: releaseId, revision: row.revision + 1 })
        .where('id', '=', installationId)
        .execute()
    },
  }
}
