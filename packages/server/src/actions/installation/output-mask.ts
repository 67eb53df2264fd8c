import { createMask, type Mask } from '../../domain/platform/mask.ts'
import { maskedMark, secretsOfRelease } from '../../store/installation/secrets.ts'
import { openVariables } from '../listing/open-variables.ts'
import type { Platform } from '../platform/platform.ts'
import { openSecrets } from './stored-configuration.ts'

export interface MaskedRelease {
  releaseId: string
  listingId: string
  organizationId: string
}

/** Masks are kept for this many releases; the oldest is dropped first. */
const MAX_KEPT = 1_000

/**
 * Makes the mask for the container output of a release. One container serves many customers and its output belongs to
 * the publisher, so the mask hides the write-only settings of all of them and the publisher's own variables. Secrets are
 * unsealed once per change: a mark in the database tells whether a stored one differs from those the mask was made of.
 */
export function createOutputMasks(platform: Pick<Platform, 'db' | 'vault'>): (release: MaskedRelease) => Promise<Mask> {
  const masks = new Map<string, { mark: string; mask: Mask }>()
  return async (release) => {
    const mark = await maskedMark(platform.db, release)
    const kept = masks.get(release.releaseId)
    if (kept?.mark === mark) return kept.mask
    const mask = await makeMask(platform, release)
    masks.delete(release.releaseId)
    masks.set(release.releaseId, { mark, mask })
    for (const oldest of masks.keys()) {
      if (masks.size <= MAX_KEPT) break
      masks.delete(oldest)
    }
    return mask
  }
}

async function makeMask(platform: Pick<Platform, 'db' | 'vault'>, release: MaskedRelease): Promise<Mask> {
  const variables = await openVariables(platform, release)
  const rows = await secretsOfRelease(platform.db, release.releaseId)
  const opened = await Promise.all(
    rows.map(({ installationId: id, organizationId, ...secret }) =>
      openSecrets(platform, { id, organizationId }, [secret]),
    ),
  )
  return createMask([...Object.values(variables), ...opened.flatMap((values) => Object.values(values))])
}
