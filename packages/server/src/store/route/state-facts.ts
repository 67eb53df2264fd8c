import type { Manifest, Mapping } from '@mkt/manifest'
import { sql } from 'kysely'
import type { InstallationState } from '../../domain/installation/installation.ts'
import type { RelayMode } from '../../domain/tenant/relay-mode.ts'
import type { Db } from '../database/database.ts'

/** Everything that the state record of an installation is made from. */
export interface StateFacts {
  id: string
  organizationId: string
  tenantId: string
  state: InstallationState
  keyEpoch: number
  generation: number
  revision: number
  releaseId: string
  targetReleaseId: string | null
  targetConfiguration: Buffer | null
  /** Whether an operator disabled one of the two organizations behind it. */
  disabled: boolean
  /** What is null is not there. */
  manifest: Manifest | null
  configuration: { settings: Record<string, string>; mappings: Mapping[] } | null
  tenant: { apiUrl: string; hostName: string; relay: RelayMode } | null
  secrets: { name: string; sealed: Buffer }[]
}

type Row = Omit<StateFacts, 'secrets'> & { secrets: { name: string; sealed: string }[] }

/**
 * Reads those of several installations in one statement, because after a start this is read for every installation; what is not there is left
 * out. With a release, the record is the one that release would see.
 */
export async function stateFacts(
  db: Db,
  installationIds: readonly string[],
  releaseId: string | null = null,
): Promise<Map<string, StateFacts>> {
  const { rows } = await sql<Row>`
    select installation.id, installation.organization_id as "organizationId", installation.tenant_id as "tenantId",
      installation.state, installation.key_epoch as "keyEpoch", installation.generation, installation.revision,
      installation.release_id as "releaseId", installation.target_release_id as "targetReleaseId",
      installation.target_configuration as "targetConfiguration",
      (publisher.disabled_at is not null or customer.disabled_at is not null) as disabled, release.manifest,
      case when configuration.revision is not null
        then json_build_object('settings', configuration.settings, 'mappings', configuration.mappings) end as configuration,
      case when tenant.id is not null
        then json_build_object('apiUrl', tenant.api_url, 'hostName', tenant.host_name, 'relay', tenant.relay) end as tenant,
      coalesce((
        select json_agg(json_build_object('name', name, 'sealed', encode(sealed, 'base64')) order by name)
        from secret where secret.installation_id = installation.id
      ), '[]') as secrets
    from installation join listing on listing.id = installation.listing_id
      join organization publisher on publisher.id = listing.organization_id
      join organization customer on customer.id = installation.organization_id
      left join release on release.id = coalesce(${releaseId}, installation.release_id)
      left join configuration on configuration.installation_id = installation.id
        and configuration.revision = installation.revision
      left join tenant on tenant.id = installation.tenant_id
    where installation.id = any(${installationIds})`.execute(db)
  const opened = ({ name, sealed }: Row['secrets'][number]) => ({ name, sealed: Buffer.from(sealed, 'base64') })
  return new Map(rows.map((row) => [row.id, { ...row, secrets: row.secrets.map(opened) }]))
}
