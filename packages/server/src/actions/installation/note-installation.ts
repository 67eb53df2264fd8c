import type { InstallationState } from '../../domain/installation/installation.ts'
import { newId } from '../../lib/ids.ts'
import type { Db } from '../../store/database/database.ts'
import { type InstallationEntry, insertEntry } from '../../store/installation/installation-entries.ts'
import type { Platform } from '../platform/platform.ts'

/** Adds to the platform's own log of an installation, which its customer reads. It never holds a secret. */
export async function noteInstallation(
  platform: Pick<Platform, 'clock' | 'random'>,
  db: Db,
  installationId: string,
  entry: Pick<InstallationEntry, 'kind' | 'message'> & Partial<Pick<InstallationEntry, 'level' | 'details'>>,
): Promise<void> {
  const at = platform.clock.now()
  const id = newId('ent', at, platform.random)
  await insertEntry(db, installationId, { id, at, level: 'info', details: {}, ...entry })
}

/** Notes that an installation moved on; what stopped it is told as the step it was at. */
export function noteMove(
  platform: Pick<Platform, 'clock' | 'random'>,
  db: Db,
  installationId: string,
  to: InstallationState,
  reason: string | null,
  step?: string,
): Promise<void> {
  const message = reason === null ? `The installation is ${to}.` : `The installation is ${to}: ${reason}`
  return noteInstallation(platform, db, installationId, {
    kind: 'state',
    level: to === 'ERROR' ? 'error' : 'info',
    message,
    details: { state: to, ...(step === undefined ? {} : { step }) },
  })
}
