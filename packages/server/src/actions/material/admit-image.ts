import { limits } from '@mkt/contract/limits'
import { overUnpacked } from '../../domain/image/unpacked-quota.ts'
import { takeUnpackedRoom } from '../../store/material/unpacked-images.ts'
import type { Platform } from '../platform/platform.ts'

/** Counts the image of a release before an engine gets it, wherever it is to run. Says why the engine may not have it, or null. */
export async function admitImage(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  release: { id: string; organizationId: string; imageDigest: string },
): Promise<string | null> {
  const room = await takeUnpackedRoom(db, release, limits.unpackedBytes.value, clock.now())
  return room.taken ? null : overUnpacked(room.bytes)
}
