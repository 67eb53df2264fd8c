import { createMask, type Mask } from '../../domain/platform/mask.ts'
import { secretsOfRelease } from '../../store/installation/secrets.ts'
import { openVariables } from '../listing/open-variables.ts'
import type { Platform } from '../platform/platform.ts'
import { openSecrets } from './stored-configuration.ts'

/**
 * A function that hides secrets in one line of what the containers of a release write: one container serves many
 * customers and its output is the publisher's to read, so the write-only settings of all of them are hidden, and the
 * publisher's own variables. Made anew for every batch of lines, so that a secret is hidden from the moment it is stored.
 */
export async function outputMask(
  platform: Platform,
  release: { releaseId: string; listingId: string; organizationId: string },
): Promise<Mask> {
  const variables = await openVariables(platform, release)
  const rows = await secretsOfRelease(platform.db, release.releaseId)
  const opened = await Promise.all(
    rows.map(({ installationId: id, organizationId, ...secret }) =>
      openSecrets(platform, { id, organizationId }, [secret]),
    ),
  )
  return createMask([...Object.values(variables), ...opened.flatMap((values) => Object.values(values))])
}
