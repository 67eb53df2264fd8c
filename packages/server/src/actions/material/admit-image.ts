import { setTimeout as pause } from 'node:timers/promises'
import { limits } from '@mkt/contract/limits'
import { overUnpacked } from '../../domain/image/unpacked-quota.ts'
import { takeUnpackedRoom } from '../../store/material/unpacked-images.ts'
import type { Platform } from '../platform/platform.ts'

/** Of several images that come at once each counts in full until its contents are read, which takes seconds. */
const PATIENCE = { triesLeft: 120, everyMs: 500 }

/** Counts the image of a release before an engine gets it, wherever it is to run. Says why the engine may not have it, or null. */
export async function admitImage(
  platform: Pick<Platform, 'db' | 'clock'>,
  release: { id: string; organizationId: string; imageDigest: string },
  { triesLeft, everyMs } = PATIENCE,
): Promise<string | null> {
  const { db, clock } = platform
  const room = await takeUnpackedRoom(db, release, limits.unpackedBytes.value, clock.now())
  if (room.taken) return null
  if (!room.isUnread || triesLeft === 0) return overUnpacked(room.bytes)
  await pause(everyMs, undefined, { ref: false })
  return admitImage(platform, release, { triesLeft: triesLeft - 1, everyMs })
}
