import { type Mapping, type SettingValue, stateSettings, tenantAccessOf } from '@mkt/manifest'
import { answersState } from '../../domain/installation/installation.ts'
import { type RelayMode, type TenantWay, tenantWay } from '../../domain/tenant/relay-mode.ts'
import { createBatcher } from '../../lib/schedule/batcher.ts'
import { releaseById } from '../../store/release/releases.ts'
import { type StateFacts, stateFacts } from '../../store/route/state-facts.ts'
import { openSecrets } from '../installation/stored-configuration.ts'
import { openTargetConfiguration } from '../installation/target-configuration.ts'
import type { Platform } from '../platform/platform.ts'

/** The state record of an installation without the token, decrypted once per change. */
export interface StateView {
  installationId: string
  tenantId: string
  active: boolean
  keyEpoch: number
  generation: number
  revision: number
  releaseId: string
  settings: Record<string, SettingValue>
  mappings: readonly Mapping[]
  /** How the release gets into the policy system. */
  way: TenantWay
  platformApiUrl: string
  tenantHostName: string
  /** State for the target release of an upgrade: its `upgrade` hook runs before the switch. */
  target:
    | { releaseId: string; settings: Record<string, SettingValue>; mappings: readonly Mapping[]; way: TenantWay }
    | undefined
}

type Parts = Pick<Platform, 'addresses' | 'db' | 'vault'>

/** More at once would hold up the event loop: their records are made in one turn of it. */
export const READ_TOGETHER = 32

/**
 * Reads and opens the state of an installation; undefined when there is none. A container of a trial sees it as its own
 * release would, also while the installation is stopped.
 */
export async function readState(
  platform: Parts,
  installationId: string,
  isolated?: { releaseId: string },
): Promise<StateView | undefined> {
  const facts = (await stateFacts(platform.db, [installationId], isolated?.releaseId)).get(installationId)
  return facts && viewOf(platform, facts, isolated)
}

/**
 * The same for many who ask for one each: those who ask at the same time are read together. A read begins after it was asked for, so it
 * sees whatever was written before.
 */
export function createStateReader(platform: Parts): (installationId: string) => Promise<StateView | undefined> {
  const facts = createBatcher<string, StateFacts | undefined>({
    maxItems: READ_TOGETHER,
    maxBytes: READ_TOGETHER,
    sizeOf: () => 1,
    parallel: 4,
    async write(ids) {
      const found = await stateFacts(platform.db, ids)
      return ids.map((id) => found.get(id))
    },
  })
  return async (installationId) => {
    const found = await facts.add(installationId)
    return found && viewOf(platform, found)
  }
}

async function viewOf(
  platform: Parts,
  installation: StateFacts,
  isolated?: { releaseId: string },
): Promise<StateView | undefined> {
  const { id: installationId, state, disabled, manifest, configuration, tenant } = installation
  const facts = {
    installationId,
    tenantId: installation.tenantId,
    active: (isolated ? state !== 'UNINSTALLED' : answersState(state)) && !disabled,
    keyEpoch: installation.keyEpoch,
    generation: installation.generation,
    revision: installation.revision,
    releaseId: isolated?.releaseId ?? installation.releaseId,
  }
  if (!facts.active) return { ...facts, ...nothing }
  if (configuration === null || manifest === null || tenant === null) return undefined
  const secrets = await openSecrets(platform, installation, installation.secrets)
  return {
    ...facts,
    settings: stateSettings(manifest, configuration.settings, secrets),
    mappings: configuration.mappings,
    way: tenantWay(tenant.relay, tenantAccessOf(manifest)),
    platformApiUrl: tenant.relay === 'off' ? tenant.apiUrl : `${platform.addresses.relayUrl}/${installationId}`,
    tenantHostName: tenant.hostName,
    target: await targetView(platform, installation, tenant, configuration, secrets),
  }
}

const nothing = {
  settings: {},
  mappings: [],
  way: 'none' as const,
  platformApiUrl: '',
  tenantHostName: '',
  target: undefined,
}

async function targetView(
  platform: Pick<Platform, 'db' | 'vault'>,
  installation: StateFacts,
  tenant: { relay: RelayMode },
  present: { settings: Record<string, string>; mappings: readonly Mapping[] },
  secrets: Record<string, string>,
): Promise<StateView['target']> {
  if (installation.targetReleaseId === null) return undefined
  const release = await releaseById(platform.db, installation.targetReleaseId)
  if (!release) return undefined
  const given = await openTargetConfiguration(platform, installation)
  const kept = Object.fromEntries(Object.entries(secrets).filter(([name]) => !given?.erased.includes(name)))
  return {
    releaseId: release.id,
    settings: stateSettings(release.manifest, given?.next.settings ?? present.settings, { ...kept, ...given?.entered }),
    mappings: given?.next.mappings ?? present.mappings,
    way: tenantWay(tenant.relay, tenantAccessOf(release.manifest)),
  }
}
