import { newId } from '../../lib/ids.ts'
import { hashToken, newToken } from '../../lib/token.ts'
import type { Platform } from '../platform/platform.ts'

/** A new secret for the tenant to prove itself with: kept sealed to register it, and as a hash to compare. */
export async function newCallerSecret(
  platform: Pick<Platform, 'clock' | 'random' | 'vault'>,
  installation: { id: string; organizationId: string },
) {
  const now = platform.clock.now()
  const secret = newToken('mkc', platform.random)
  const id = newId('cls', now, platform.random)
  const sealed = await platform.vault.seal(installation.organizationId, `caller secret ${id}`, secret)
  return { secret, row: { id, installationId: installation.id, hash: hashToken(secret), sealed, now } }
}
