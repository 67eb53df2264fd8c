import { createMask, type Mask } from '../../domain/platform/mask.ts'
import { secretsOf } from '../../store/installation/secrets.ts'
import type { Platform } from '../platform/platform.ts'
import { openSecrets } from './stored-configuration.ts'

/** Masks the installation's own secrets in what its application answers, and the keys and tokens it was given. */
export async function installationMask(
  platform: Pick<Platform, 'db' | 'vault'>,
  owner: { installationId: string; organizationId: string },
): Promise<Mask> {
  const secrets = await secretsOf(platform.db, owner.installationId)
  const opened = await openSecrets(
    platform,
    { id: owner.installationId, organizationId: owner.organizationId },
    secrets,
  )
  return createMask(Object.values(opened))
}
