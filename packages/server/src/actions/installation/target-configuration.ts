import type { AppliedConfiguration } from '@mkt/manifest'
import type { Platform } from '../platform/platform.ts'

type Applied = Extract<AppliedConfiguration, { ok: true }>

/** A configuration that waits for its release: checked, but not in effect. It holds secrets, so it is sealed whole. */
export interface TargetConfiguration extends Omit<Applied, 'ok'> {
  actor: { kind: 'person' | 'key' | 'platform'; id: string; label: string }
}

export function sealTargetConfiguration(
  platform: Pick<Platform, 'vault'>,
  installation: { id: string; organizationId: string },
  configuration: TargetConfiguration,
): Promise<Buffer> {
  return platform.vault.seal(installation.organizationId, aad(installation.id), JSON.stringify(configuration))
}

export async function openTargetConfiguration(
  platform: Pick<Platform, 'vault'>,
  installation: { id: string; organizationId: string; targetConfiguration: Buffer | null },
): Promise<TargetConfiguration | undefined> {
  if (installation.targetConfiguration === null) return undefined
  const opened = await platform.vault.open(
    installation.organizationId,
    aad(installation.id),
    installation.targetConfiguration,
  )
  return JSON.parse(opened.toString('utf8')) as TargetConfiguration
}

function aad(installationId: string): string {
  return `target configuration ${installationId}`
}
