import {
  type Integrations,
  integrationsOf,
  type Manifest,
  publicPathsOf,
  type TenantAccess,
  tenantAccessOf,
  type Variant,
} from '@mkt/manifest'
import { type RawBuilder, sql } from 'kysely'
import type { FailurePolicy } from '../../domain/installation/failure-policy.ts'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { LiveInstance, Route } from '../../domain/route/route.ts'
import type { RelayMode } from '../../domain/tenant/relay-mode.ts'
import type { Db } from '../database/database.ts'

interface Row {
  installationId: string
  routeId: string
  organizationId: string
  listingId: string
  appName: string
  variant: Variant
  releaseId: string
  version: string
  keyEpoch: number
  state: InstallationState
  disabled: boolean
  recording: boolean
  onFailure: FailurePolicy
  revision: number
  releaseDigest: string
  sampling: boolean
  shadow: Route['shadow']
  hostName: string | null
  tenantLocator: string | null
  apiUrl: string | null
  relay: RelayMode | null
  hashes: string[]
  instances: LiveInstance[]
  awaited: boolean
}

type Declared = Integrations & { tenantAccess: TenantAccess }

/** Reads routes: everything that lies between a routeId and the containers behind it. Manifests never change, so each is read once. */
export function storedRoutes(db: Db, pageSize = 200) {
  const integrations = new Map<string, Declared>()

  async function rows(condition: RawBuilder<unknown>): Promise<Row[]> {
    const result = await sql<Row>`
      select installation.id as "installationId", route_id as "routeId", installation.organization_id as "organizationId",
        installation.listing_id as "listingId", listing.name as "appName", listing.variant, release_id as "releaseId",
        release.version, release.image_digest as "releaseDigest", installation.revision,
        key_epoch as "keyEpoch", installation.state, recording, (sample_until > now() and not sample_full) is true as sampling,
        (select json_build_object('releaseId', shadow_instance.release_id, 'id', instance_id, 'address', address) from shadow_instance
          where shadow_instance.release_id = installation.shadow_release_id and address is not null) as shadow,
        json_build_object('autofill', on_autofill_failure, 'rater', on_rater_failure, 'maxAgeSeconds', last_answer_seconds) as "onFailure",
        (publisher.disabled_at is not null or customer.disabled_at is not null) as disabled, tenant.host_name as "hostName", tenant.tenant_locator as "tenantLocator",
        tenant.api_url as "apiUrl", tenant.relay,
        coalesce((select json_agg(encode(hash, 'hex')) from caller_secret where installation_id = installation.id), '[]') as hashes,
        coalesce((
          -- Said here as well, so that no row ever leads the traffic of somebody else to a developer's machine.
          select json_build_array(json_build_object('id', tunnel.id, 'deploymentId', '', 'address', tunnel.address, 'tunnel', true))
          from tunnel where tunnel.installation_id = installation.id and tunnel.address is not null
            and installation.test and installation.organization_id = listing.organization_id
        ), (
          select json_agg(json_build_object('id', instance.id, 'deploymentId', deployment.id, 'address', address) order by instance.id)
          from deployment join instance on instance.deployment_id = deployment.id
          where deployment.release_id = installation.release_id and instance.state = 'HEALTHY' and address is not null
        ), '[]') as instances,
        exists (
          select 1 from deployment where deployment.release_id = installation.release_id
            and deployment.state in ('STARTING', 'RUNNING', 'SICK')
            and (next_start_at is null or next_start_at < now() + interval '10 seconds')
        ) as awaited
      from installation join listing on listing.id = installation.listing_id
        join organization publisher on publisher.id = listing.organization_id
        join organization customer on customer.id = installation.organization_id
        join release on release.id = installation.release_id left join tenant on tenant.id = installation.tenant_id
      where ${condition}`.execute(db)
    return result.rows
  }

  async function learnManifests(found: readonly Row[]): Promise<void> {
    const unknown = new Set(found.map((row) => row.releaseId).filter((id) => !integrations.has(id)))
    if (unknown.size === 0) return
    const releases = await db
      .selectFrom('release')
      .innerJoin('listing', 'listing.id', 'release.listing_id')
      .select(['release.id as id', 'manifest', 'variant'])
      .where('release.id', 'in', [...unknown])
      .execute()
    for (const { id, manifest, variant } of releases) {
      const known = manifest as unknown as Manifest
      integrations.set(id, { ...integrationsOf(known, variant), tenantAccess: tenantAccessOf(known) })
    }
  }

  async function routes(condition: RawBuilder<unknown>): Promise<Route[]> {
    const found = await rows(condition)
    await learnManifests(found)
    return found.map((row) => toRoute(row, integrations.get(row.releaseId)))
  }

  return {
    after: (installationId: string) =>
      routes(sql`installation.id > ${installationId} order by installation.id limit ${pageSize}`),
    some: (installationIds: readonly string[]) => routes(sql`installation.id = any(${installationIds})`),
    async ofDeployment(deploymentId: string): Promise<string[]> {
      const found = await db
        .selectFrom('installation')
        .innerJoin('deployment', 'deployment.release_id', 'installation.release_id')
        .select('installation.id as id')
        .where('deployment.id', '=', deploymentId)
        .where('installation.state', '<>', 'UNINSTALLED')
        .execute()
      return found.map((row) => row.id)
    },
    async ofRelease(releaseId: string): Promise<string[]> {
      const found = await db
        .selectFrom('installation')
        .select('id')
        .where('release_id', '=', releaseId)
        .where('state', '<>', 'UNINSTALLED')
        .execute()
      return found.map((row) => row.id)
    },
    async ofTenant(tenantId: string): Promise<string[]> {
      const found = await db
        .selectFrom('installation')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('state', '<>', 'UNINSTALLED')
        .execute()
      return found.map((row) => row.id)
    },
  }
}

function toRoute(row: Row, declared: Declared | undefined): Route {
  const deadlines = (entries: readonly { path: string; timeoutMs: number }[]) =>
    new Map(entries.map(({ path, timeoutMs }) => [path, { timeoutMs }]))
  return {
    routeId: row.routeId,
    installationId: row.installationId,
    organizationId: row.organizationId,
    listingId: row.listingId,
    appName: row.appName,
    variant: row.variant,
    releaseId: row.releaseId,
    version: row.version,
    keyEpoch: row.keyEpoch,
    state: row.state,
    disabled: row.disabled,
    recording: row.recording,
    onFailure: row.onFailure,
    sampling: row.sampling,
    shadow: row.shadow,
    revision: row.revision,
    releaseDigest: row.releaseDigest,
    tenant: row.tenantLocator ?? row.hostName ?? '',
    apiUrl: row.apiUrl ?? '',
    relay: row.relay ?? 'off',
    tenantAccess: declared?.tenantAccess ?? 'none',
    callerHashes: row.hashes.map((hash) => Buffer.from(hash, 'hex')),
    webhookPaths: new Set(declared?.webhooks.map((entry) => entry.path)),
    autofill: deadlines(declared?.autofill ?? []),
    raters: deadlines(declared?.externalRaters ?? []),
    publicPaths: publicPathsOf(declared?.publicPaths ?? []),
    instances: row.instances,
    awaited: row.awaited,
  }
}
